select
    Id as id, State as state, WorkflowRunId as run_id, EffectKey as effect_key, IntendedAt as intended_at,
    FinishedAt as finished_at, Output as output
from it.WorkflowEffect
where MailboxWatcherJobId = $1 and MessageKey = $2 and MailboxWatcherActionId = $3 and RequestHash = $4
