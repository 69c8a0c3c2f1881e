update it.MailboxWatcherLog set PhaseTwoStatus = 'Failed', ErrorMessage = $1
where PhaseTwoStatus in ('Queued', 'Running') and MailboxWatcherJobId not in (select Id from it.MailboxWatcherJob)
