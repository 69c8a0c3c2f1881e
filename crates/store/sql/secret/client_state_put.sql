update it.MailboxWatcherJob set ClientState = $2 where Id = $1
