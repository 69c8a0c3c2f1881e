update it.MailboxWatcherLog set PhaseTwoStatus = $3, ErrorMessage = coalesce($4, ErrorMessage)
where Id = $1 and WorkflowRunId = $2 and PhaseTwoStatus in ('Queued', 'Running')
