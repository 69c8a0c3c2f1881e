select Id as id, ClientState as sealed from it.MailboxWatcherJob where ClientState is not null order by Id
