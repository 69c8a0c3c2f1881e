select 1::bigint as found from it.MailboxWatcherJob where Id = $1 for key share
