select ClientState as sealed from it.MailboxWatcherJob where Id = $1 and ClientState is not null
