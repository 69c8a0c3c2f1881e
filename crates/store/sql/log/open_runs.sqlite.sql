select WorkflowRunId as run_id from it.MailboxWatcherLog
where Status in ('Detected', 'Processing', 'DbComplete') and DismissedAt is null and WorkflowRunId in (select value from json_each($1))
union
-- Phase 2 needs the context in the row of its run, so that row exists.
select run.Id
from it.WorkflowRun as run
join it.MailboxWatcherLog as log on log.Id = run.MailboxWatcherLogId and log.WorkflowRunId = run.Id
where run.Id in (select value from json_each($1)) and log.PhaseTwoStatus in ('Queued', 'Running')
