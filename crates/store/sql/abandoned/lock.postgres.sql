select Id as id from it.MailboxWatcherLog
where MailboxWatcherJobId = $1
    and (Status in ('Detected', 'Processing', 'DbComplete') or PhaseTwoStatus in ('Queued', 'Running'))
order by Id
for update
