lock table it.Credential, it.MailboxWatcherJob, it.MailboxWatcherAction, it.WorkflowRun, it.WorkflowEffect, it.EventSink, it.WebPush in share row exclusive mode
