select Id as id, NewestStrikeAt as newest_strike_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and NewestStrikeAt >= $2 and NewestStrikeAt <= $3
order by NewestStrikeAt, Id
