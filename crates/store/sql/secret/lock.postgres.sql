lock table it.Credential, it.MailboxWatcherJob, it.MailboxWatcherAction, it.WorkflowRun, it.WorkflowEffect, it.EventSink in share row exclusive mode
