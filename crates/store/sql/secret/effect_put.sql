update it.WorkflowEffect set Output = $2 where Id = $1
