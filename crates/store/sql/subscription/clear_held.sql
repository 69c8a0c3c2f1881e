update it.MailboxWatcherJob set
    GraphSubscriptionId = null, SubscriptionExpiresAt = null, ClientState = null, SubscriptionSoughtAt = null
where Id = $1 and GraphSubscriptionId = $2
