update it.MailboxWatcherLog set NewestStrikeAt = $3, StrikesStoredAt = coalesce(StrikesStoredAt, $4)
where Id = $1 and WorkflowRunId = $2 and (NewestStrikeAt is null or NewestStrikeAt < $3)
