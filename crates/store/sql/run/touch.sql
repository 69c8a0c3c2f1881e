update it.WorkflowRun set Status = Status where Id = $1
