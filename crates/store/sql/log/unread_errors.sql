select log.MailboxWatcherJobId as job_id, max(item.LastError) as error
from it.Queue as item
join it.MailboxWatcherLog as log on log.Id = cast(item.UniqueKey as bigint)
where item.Kind = 'Message' and item.State <> 'Dead' and item.FirstFailureAt is not null and item.FirstFailureAt <= $2
    and item.LastError like $3 and log.Status = 'Detected'
    and (log.MailboxWatcherJobId = $1 or $1 is null)
group by log.MailboxWatcherJobId
