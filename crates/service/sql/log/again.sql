update it.MailboxWatcherLog set
    Status = 'Detected', PhaseTwoStatus = 'None', ProcessedAt = null, ErrorMessage = null, TriggerEvent = 'Manual',
    WorkflowRunId = $2, Force = $3
where Id = $1
