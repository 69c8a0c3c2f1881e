select Id as id, MessageKey as message_key, Subject as subject, coalesce(ReceivedAt, DetectedAt) as received_at,
    DetectedAt as detected_at, Status as status, DismissedAt is not null as is_dismissed, IsTest as is_test
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and DetectedAt >= $2
order by DetectedAt desc, Id desc
limit $3
