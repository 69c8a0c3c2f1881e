select Output as sealed from it.WorkflowEffect where Id = $1 and Output is not null
