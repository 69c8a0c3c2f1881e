lock table it.Credential, it.MailboxWatcherJob, it.MailboxWatcherAction, it.WorkflowRun, it.WorkflowEffect in share row exclusive mode
