delete from it.MailboxWatcherAction where MailboxWatcherJobId = $1 and Id = $2
