update it.MailboxWatcherJob set GraphSubscriptionId = null, SubscriptionExpiresAt = null where Id = $1
