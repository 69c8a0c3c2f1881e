select 1 as found from it.MailboxWatcherJob where Id = $1
