insert into it.WorkflowEffect (
    MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash, WorkflowRunId, EffectKey, State, IntendedAt
)
values ($1, $2, $3, $4, $5, $6, 'Intended', $7)
on conflict (MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash) do update set
    WorkflowRunId = excluded.WorkflowRunId, EffectKey = excluded.EffectKey, State = 'Intended',
    IntendedAt = excluded.IntendedAt, FinishedAt = null, Output = null
returning Id as id
