update it.MailboxWatcherLog set InternetMessageId = $3, Subject = $4, FromAddress = $5, ReceivedAt = $6, SizeBytes = $7
where Id = $1 and WorkflowRunId = $2
