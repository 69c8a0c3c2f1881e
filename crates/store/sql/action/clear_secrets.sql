update it.MailboxWatcherAction set Secrets = null where Id = $1
