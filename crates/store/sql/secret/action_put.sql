update it.MailboxWatcherAction set Secrets = $2 where Id = $1
