update it.MailboxWatcherJob set LastListedAt = $2 where Id = $1
