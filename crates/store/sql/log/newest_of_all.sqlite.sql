select job.Id as job_id, log.TriggerEvent as trigger_event, log.DetectedAt as detected_at, log.NotifiedAt as notified_at
from it.MailboxWatcherJob as job
join it.MailboxWatcherLog as log on log.Id in (
    select one.Id from it.MailboxWatcherLog as one where one.MailboxWatcherJobId = job.Id order by one.Id desc limit $1)
order by job.Id, log.Id desc
