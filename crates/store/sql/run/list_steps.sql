select
    Id as id, "Order" as position, Name as name, ActionType as action_type, Phase as phase, Status as status, StartedAt as started_at,
    FinishedAt as finished_at, Input as input, Result as result, Error as error, MailboxWatcherActionId as action_id, ConfigHash as config_hash
from it.WorkflowStep
where WorkflowRunId = $1
order by Phase, "Order"
