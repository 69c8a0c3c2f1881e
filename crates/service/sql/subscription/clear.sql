update it.MailboxWatcherJob set GraphSubscriptionId = null, SubscriptionExpiresAt = null, ClientState = null where Id = $1
