select WorkflowRunId as run_id from it.MailboxWatcherLog
where WorkflowRunId in (select jsonb_array_elements_text($1::text::jsonb))
    and (Status in ('Detected', 'Processing', 'DbComplete') or PhaseTwoStatus in ('Queued', 'Running'))
