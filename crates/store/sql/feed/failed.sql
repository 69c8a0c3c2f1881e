select coalesce(ReceivedAt, DetectedAt) as received_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and Status = 'Failed' and DismissedAt is null and coalesce(ReceivedAt, DetectedAt) >= $2
order by DetectedAt desc
limit 1
