update it.MailboxWatcherLog set
    Status = $4, ProcessedAt = coalesce($5, ProcessedAt), ErrorMessage = $6, PhaseTwoStatus = $7
where Id = $1 and WorkflowRunId = $2 and Status = $3
