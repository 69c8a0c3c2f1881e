select Context as sealed from it.WorkflowRun where MailboxWatcherLogId = $1 and Context is not null
