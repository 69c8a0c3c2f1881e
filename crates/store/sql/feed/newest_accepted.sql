select ReceivedAt as received_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and Status in ('Processing', 'DbComplete', 'Success', 'Failed') and ReceivedAt is not null
order by ReceivedAt desc
limit 1
