update it.MailboxWatcherAction set Secrets = null where Secrets is not null
