update it.DeliveryCheck set CanaryAccepted = true, CanaryError = null, CanarySeenAt = $3, CanaryUnseenSince = null
where MailboxWatcherJobId = $1 and CanaryNonce = $2 and CanarySeenAt is null
