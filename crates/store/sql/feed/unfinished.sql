-- DetectedAt is never null. In the bare order SQLite would read the whole log of the watcher, and not only its open rows.
select
    log.Status as status, log.ReceivedAt as received_at, log.DetectedAt as detected_at, queue.CreatedAt as queued_at,
    coalesce(queue.State, '') = 'Leased' as is_leased, log.TriggerEvent = 'Manual' as is_manual
from it.MailboxWatcherLog as log
left join it.Queue as queue on queue.Kind = $3 and queue.UniqueKey = cast(log.Id as varchar(200))
where log.MailboxWatcherJobId = $1 and log.Status in ('Detected', 'Processing', 'DbComplete')
    and log.DismissedAt is null
    and coalesce(log.ReceivedAt, log.DetectedAt) >= $2
order by coalesce(log.DetectedAt, log.ReceivedAt)
limit 100
