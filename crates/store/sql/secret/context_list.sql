select MailboxWatcherLogId as id, Context as sealed from it.WorkflowRun where Context is not null order by MailboxWatcherLogId
