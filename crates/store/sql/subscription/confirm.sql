-- Only a renewal ends the error of a renewal.
update it.MailboxWatcherJob set
    SubscriptionExpiresAt = $3, LastRenewedAt = coalesce($4, LastRenewedAt),
    LastSubscriptionError = case when $4 is null then LastSubscriptionError end, SubscriptionSoughtAt = $5
where Id = $1 and GraphSubscriptionId = $2
