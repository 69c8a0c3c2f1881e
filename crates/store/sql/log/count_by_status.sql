select job.Id as job_id, each.status as status,
    (select count(*) from it.MailboxWatcherLog as log
        where log.MailboxWatcherJobId = job.Id and log.Status = each.status and log.DetectedAt >= $1) as items
from it.MailboxWatcherJob as job
cross join (
    select 'Detected' as status union all select 'Processing' union all select 'DbComplete' union all select 'Success'
    union all select 'Failed' union all select 'Skipped'
) as each
