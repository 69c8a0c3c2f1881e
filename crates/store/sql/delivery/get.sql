select
    CanaryNonce as nonce, CanarySentAt as sent_at, CanaryAccepted as is_accepted, CanaryError as error,
    CanarySeenAt as seen_at, CanaryUnseenSince as unseen_since, JunkCount as junk_count, JunkNewestAt as junk_newest_at
from it.DeliveryCheck
where MailboxWatcherJobId = $1
