select DetectedAt as detected_at, Id as id
from it.MailboxWatcherLog
where DetectedAt <= $1 and (DetectedAt < $1 or Id < $2)
order by DetectedAt desc, Id desc
limit 1 offset $3
