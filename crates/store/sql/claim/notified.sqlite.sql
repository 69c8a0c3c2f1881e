update it.MailboxWatcherLog set NotifiedAt = $2
where MailboxWatcherJobId = $1 and NotifiedAt is null and MessageKey in (select value ->> 'key' from json_each($3))
