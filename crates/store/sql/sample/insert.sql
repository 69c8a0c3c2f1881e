insert into it.ActionSample (MailboxWatcherActionId, Name, Text, Expected, CreatedAt)
values ($1, $2, $3, $4, $5)
returning Id as id
