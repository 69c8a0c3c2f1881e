update it.MailboxWatcherJob set
    GraphSubscriptionId = null, SubscriptionExpiresAt = null, ClientState = null, SubscriptionSoughtAt = null
where ClientState is not null
