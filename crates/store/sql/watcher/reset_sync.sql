update it.MailboxWatcherJob set DeltaLink = null, LastListedAt = null, LastCheckedAt = null, LastCheckError = null
where Id = $1
