update it.WorkflowRun set Context = $2 where Id = $1
