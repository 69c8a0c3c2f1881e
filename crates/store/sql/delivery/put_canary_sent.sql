update it.DeliveryCheck set CanaryAccepted = $3, CanaryError = $4
where MailboxWatcherJobId = $1 and CanaryNonce = $2 and CanarySeenAt is null
