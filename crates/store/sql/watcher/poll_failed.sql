update it.MailboxWatcherJob set LastCheckFailedAt = $2, LastCheckError = $3, LastCheckErrorKind = $4 where Id = $1
