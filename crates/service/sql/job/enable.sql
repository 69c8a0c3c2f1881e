update it.MailboxWatcherJob set IsEnabled = $2, UpdatedAt = $3 where Id = $1
