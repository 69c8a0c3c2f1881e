select WorkflowRunId as run_id from it.MailboxWatcherLog
where Status in ('Detected', 'Processing', 'DbComplete') and DismissedAt is null
    and WorkflowRunId = any (array(select jsonb_array_elements_text($1::text::jsonb)))
union
-- Phase 2 needs the context in the row of its run, so that row exists. The limit keeps PostgreSQL from reading the log first.
select run.Id
from it.WorkflowRun as run
cross join lateral (
    select WorkflowRunId, PhaseTwoStatus from it.MailboxWatcherLog
    where MailboxWatcherLog.Id = run.MailboxWatcherLogId
    limit 1
) as log
where run.Id = any (array(select jsonb_array_elements_text($1::text::jsonb)))
    and log.WorkflowRunId = run.Id and log.PhaseTwoStatus in ('Queued', 'Running')
