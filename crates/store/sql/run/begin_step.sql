insert into it.WorkflowStep (WorkflowRunId, MailboxWatcherActionId, "Order", Name, ActionType, Phase, Status, StartedAt, Input, ConfigHash)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (WorkflowRunId, Phase, "Order") do update set
    Status = excluded.Status, StartedAt = excluded.StartedAt, FinishedAt = null, Input = excluded.Input, Result = null, Error = null,
    ConfigHash = excluded.ConfigHash
-- A step with an outcome is never overwritten, and neither is one of another action.
where it.WorkflowStep.Phase = 2 and it.WorkflowStep.Status = 'Running'
    and it.WorkflowStep.MailboxWatcherActionId = excluded.MailboxWatcherActionId
returning Id as id
