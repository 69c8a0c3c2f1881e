select coalesce(ReceivedAt, DetectedAt) as received_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and Status = 'Failed' and DismissedAt is null and not IsTest
    and coalesce(ReceivedAt, DetectedAt) >= $2
order by DetectedAt desc
limit 1
