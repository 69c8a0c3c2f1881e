update it.MailboxWatcherJob set DeltaLink = $3 where Id = $1 and FolderId = $2
