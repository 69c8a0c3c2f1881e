insert into it.DeliveryCheck as known (MailboxWatcherJobId, CanaryNonce, CanarySentAt, CanaryUnseenSince)
select Id, $2, $3, $3 from it.MailboxWatcherJob where Id = $1
on conflict (MailboxWatcherJobId) do update set
    CanaryNonce = excluded.CanaryNonce, CanarySentAt = excluded.CanarySentAt, CanaryAccepted = false, CanaryError = null,
    CanarySeenAt = null, CanaryUnseenSince = coalesce(known.CanaryUnseenSince, excluded.CanaryUnseenSince)
