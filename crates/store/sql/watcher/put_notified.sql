update it.MailboxWatcherJob set LastNotificationAt = $2
where Id = $1 and (LastNotificationAt is null or LastNotificationAt < $2)
