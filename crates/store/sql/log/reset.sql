update it.MailboxWatcherLog set
    Status = 'Detected', PhaseTwoStatus = 'None', ProcessedAt = null, ErrorMessage = null, TriggerEvent = 'Manual',
    WorkflowRunId = $2, Force = $3, NewestStrikeAt = null,
    ClosestStrikeLatitude = null, ClosestStrikeLongitude = null, ClosestStrikeMiles = null
where Id = $1
