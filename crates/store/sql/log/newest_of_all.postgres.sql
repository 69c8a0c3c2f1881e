select job.Id as job_id, log.trigger_event, log.detected_at, log.notified_at
from it.MailboxWatcherJob as job
cross join lateral (
    select one.Id, one.TriggerEvent as trigger_event, one.DetectedAt as detected_at, one.NotifiedAt as notified_at
    from it.MailboxWatcherLog as one where one.MailboxWatcherJobId = job.Id order by one.Id desc limit $1) as log
order by job.Id, log.Id desc
