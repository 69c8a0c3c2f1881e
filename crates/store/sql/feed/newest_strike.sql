select ReceivedAt as received_at, NewestStrikeAt as newest_strike_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and NewestStrikeAt is not null and ReceivedAt is not null
    and Status in ('DbComplete', 'Success')
order by ReceivedAt desc
limit 1
