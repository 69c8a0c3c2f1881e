update it.MailboxWatcherJob set SubscriptionSoughtAt = $2 where Id = $1
