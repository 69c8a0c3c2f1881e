select Context as context from it.WorkflowRun where Id = $1
