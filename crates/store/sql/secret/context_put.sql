update it.WorkflowRun set Context = $2 where MailboxWatcherLogId = $1 and Context is not null
