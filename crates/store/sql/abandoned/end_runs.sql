update it.WorkflowRun set Status = 'Failed', FinishedAt = $1, Context = null
where FinishedAt is null and Id in (
    select WorkflowRunId from it.MailboxWatcherLog
    where Status in ('Detected', 'Processing', 'DbComplete')
        and (MailboxWatcherJobId not in (select Id from it.MailboxWatcherJob) or Status = 'Processing' and DismissedAt is not null)
    union all
    select WorkflowRunId from it.MailboxWatcherLog
    where PhaseTwoStatus in ('Queued', 'Running') and MailboxWatcherJobId not in (select Id from it.MailboxWatcherJob)
)
