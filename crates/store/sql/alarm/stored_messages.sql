-- Mail from before its watcher existed, and what a person replayed, says nothing about the delay of an alarm.
select
    log.ReceivedAt as received_at, log.DetectedAt as claimed_at, log.StrikesStoredAt as stored_at,
    log.NewestStrikeAt as newest_strike_at, log.ClosestStrikeMiles as closest_miles
from it.MailboxWatcherLog as log
join it.MailboxWatcherJob as job on job.Id = log.MailboxWatcherJobId
where log.StrikesStoredAt > $1 and log.TriggerEvent <> 'Manual' and log.ReceivedAt >= job.CreatedAt
order by log.StrikesStoredAt desc
limit $2
