update it.MailboxWatcherJob set
    SubscriptionExpiresAt = $3, LastRenewedAt = $4, LastSubscriptionError = null, SubscriptionSoughtAt = $4
where Id = $1 and GraphSubscriptionId = $2
