select job_id, sum(case when status = 'Failed' then 1 else 0 end) as failed, count(*) as finished
from (
    select
        MailboxWatcherJobId as job_id, Status as status,
        row_number() over (partition by MailboxWatcherJobId order by DetectedAt desc, Id desc) as position
    from it.MailboxWatcherLog
    where DetectedAt >= $1 and Status in ('Success', 'Failed') and DismissedAt is null and not IsTest
        and (MailboxWatcherJobId = $2 or $2 is null)
) as recent
where position <= $3
group by job_id
