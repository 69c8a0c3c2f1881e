update it.MailboxWatcherLog set IsTest = $3 where Id = $1 and WorkflowRunId = $2
