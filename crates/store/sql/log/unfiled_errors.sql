-- A failure after the message ended is one of filing it, or rarely of removing its working folder: its text says which.
select log.MailboxWatcherJobId as job_id, max(item.LastError) as error
from it.Queue as item
join it.MailboxWatcherLog as log on log.Id = cast(item.UniqueKey as bigint)
where item.Kind = 'Message' and item.State <> 'Dead' and item.FirstFailureAt is not null
    and item.LastFailureAt >= log.ProcessedAt and log.ProcessedAt <= $2
    and log.Status in ('Failed', 'Skipped') and log.DismissedAt is null and not log.IsTest
    and (log.MailboxWatcherJobId = $1 or $1 is null)
group by log.MailboxWatcherJobId
