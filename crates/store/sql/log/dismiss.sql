update it.MailboxWatcherLog set DismissedAt = $2, DismissedBy = $3 where Id = $1
