update it.MailboxWatcherLog set ErrorMessage = $3 where Id = $1 and WorkflowRunId = $2
