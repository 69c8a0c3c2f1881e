update it.MailboxWatcherJob set AwaitsSecrets = $2 where Id = $1
