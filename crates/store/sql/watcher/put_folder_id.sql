update it.MailboxWatcherJob set FolderId = $3 where Id = $1 and FolderPath = $2 and FolderId is null
