delete from it.MailboxWatcherJob where Id = $1
