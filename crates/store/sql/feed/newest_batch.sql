select
    ReceivedAt as received_at, NewestStrikeAt as newest_strike_at,
    ClosestStrikeLatitude as closest_latitude, ClosestStrikeLongitude as closest_longitude
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and NewestStrikeAt is not null and ReceivedAt is not null and DismissedAt is null
order by ReceivedAt desc
limit 1
