update it.MailboxWatcherLog set Status = 'Failed', ProcessedAt = $1, ErrorMessage = $2
where Status in ('Detected', 'Processing', 'DbComplete') and MailboxWatcherJobId not in (select Id from it.MailboxWatcherJob)
