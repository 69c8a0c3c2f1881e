update it.MailboxWatcherJob set LastCheckFailedAt = $2, LastCheckError = $3 where Id = $1
