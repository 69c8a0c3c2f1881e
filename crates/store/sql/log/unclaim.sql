delete from it.MailboxWatcherLog where Id = $1 and WorkflowRunId = $2 and Status = 'Detected'
