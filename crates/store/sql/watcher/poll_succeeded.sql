update it.MailboxWatcherJob set LastCheckedAt = $2, LastCheckError = null, ClockDifferenceMs = $3 where Id = $1
