select Id as id from it.MailboxWatcherLog
-- An array is read by index however many rows the planner expects.
where Id = any (array(
    select Id from it.MailboxWatcherLog
    where MailboxWatcherJobId = $1 and Status in ('Detected', 'Processing', 'DbComplete')
    union all
    select Id from it.MailboxWatcherLog
    where MailboxWatcherJobId = $1 and PhaseTwoStatus in ('Queued', 'Running')
))
for update
