update it.MailboxWatcherLog set
    ClosestStrikeLatitude = $3, ClosestStrikeLongitude = $4, ClosestStrikeMiles = $5
where Id = $1 and WorkflowRunId = $2
    and (ClosestStrikeLatitude is null or ClosestStrikeMiles > $5)
