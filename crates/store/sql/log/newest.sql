select TriggerEvent as trigger_event, DetectedAt as detected_at, NotifiedAt as notified_at
from it.MailboxWatcherLog
where MailboxWatcherJobId = $1
order by Id desc
limit $2
