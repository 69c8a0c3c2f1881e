update it.MailboxWatcherAction set "Order" = $3 where MailboxWatcherJobId = $1 and Id = $2
