update it.MailboxWatcherJob set EventCursor = $2 where Id = $1 and coalesce(EventCursor, 0) < $2
