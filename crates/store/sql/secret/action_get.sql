select Secrets as sealed from it.MailboxWatcherAction where Id = $1 and Secrets is not null
