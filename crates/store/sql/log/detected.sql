-- The plus keeps SQLite from reading the whole log of the watcher in this order.
select Id as id, DetectedAt as detected_at from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and Status = 'Detected'
order by +Id
