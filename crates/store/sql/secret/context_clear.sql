update it.WorkflowRun set Context = null where Context is not null
