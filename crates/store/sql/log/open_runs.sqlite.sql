select WorkflowRunId as run_id from it.MailboxWatcherLog
where WorkflowRunId in (select value from json_each($1))
    and (Status in ('Detected', 'Processing', 'DbComplete') or PhaseTwoStatus in ('Queued', 'Running'))
