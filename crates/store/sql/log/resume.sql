update it.MailboxWatcherLog set
    Status = 'Detected', ErrorMessage = null, WorkflowRunId = $3, Force = false, ResumeCount = ResumeCount + 1,
    NewestStrikeAt = null, ClosestStrikeLatitude = null, ClosestStrikeLongitude = null, ClosestStrikeMiles = null
where Id = $1 and WorkflowRunId = $2 and Status = 'Processing'
