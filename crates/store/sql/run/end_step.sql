update it.WorkflowStep set Status = $2, FinishedAt = $3, Result = $4, Error = $5 where Id = $1
