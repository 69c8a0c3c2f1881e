insert into it.WorkflowRun (Id, "Trigger", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt)
values ($1, $5, $2, $3, 'Running', $4)
