select Id as id, Status as status, StartedAt as started_at, FinishedAt as finished_at
from it.WorkflowRun
where MailboxWatcherLogId = $1
order by StartedAt, Id
