update it.DeliveryCheck set
    CanaryNonce = null, CanarySentAt = null, CanaryAccepted = false, CanaryError = null, CanarySeenAt = null,
    CanaryUnseenSince = null
where MailboxWatcherJobId = $1 and CanaryNonce is not null
