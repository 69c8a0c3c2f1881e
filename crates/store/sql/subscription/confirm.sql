update it.MailboxWatcherJob set
    SubscriptionExpiresAt = $3, LastRenewedAt = coalesce($4, LastRenewedAt), LastSubscriptionError = null,
    SubscriptionSoughtAt = $5
where Id = $1 and GraphSubscriptionId = $2
