update it.MailboxWatcherJob set
    GraphSubscriptionId = $2, SubscriptionExpiresAt = $3, LastRenewedAt = $4, LastSubscriptionError = null,
    SubscriptionSoughtAt = $4, TestFailedStep = null, TestError = null
where Id = $1
