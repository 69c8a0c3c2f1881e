select MessageKey as message_key from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and MessageKey in (select value from json_each($2))
