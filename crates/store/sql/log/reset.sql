update it.MailboxWatcherLog set
    Status = 'Detected', PhaseTwoStatus = 'None', ProcessedAt = null, ErrorMessage = null, TriggerEvent = 'Manual',
    WorkflowRunId = $2, Force = $3, NewestStrikeAt = null,
    ClosestStrikeLatitude = null, ClosestStrikeLongitude = null, ClosestStrikeMiles = null,
    DismissedAt = null, DismissedBy = null, ResumeCount = 0
where Id = $1
