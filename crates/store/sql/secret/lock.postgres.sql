lock table it.Credential, it.MailboxWatcherJob, it.WorkflowRun, it.WorkflowEffect in share row exclusive mode
