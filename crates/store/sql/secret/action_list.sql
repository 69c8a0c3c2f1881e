select Id as id, Secrets as sealed from it.MailboxWatcherAction where Secrets is not null order by Id
