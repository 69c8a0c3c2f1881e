insert into it.MailboxWatcherJob (Name, MailboxAddress, CreatedAt, UpdatedAt)
values ($1, $2, $3, $3)
returning Id as id
