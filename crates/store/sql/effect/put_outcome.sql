update it.WorkflowEffect set State = $3, FinishedAt = $4 where Id = $1 and WorkflowRunId = $2
