update it.MailboxWatcherJob set Health = $2, HealthReason = $3, HealthChangedAt = $4 where Id = $1
