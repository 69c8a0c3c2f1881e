update it.WorkflowRun set Status = $2, FinishedAt = $3, Context = null where Id = $1 and FinishedAt is null
