lock table it.Credential, it.MailboxWatcherJob, it.WorkflowRun in share row exclusive mode
