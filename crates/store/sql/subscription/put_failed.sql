update it.MailboxWatcherJob set LastSubscriptionError = $2, SubscriptionSoughtAt = $3 where Id = $1
