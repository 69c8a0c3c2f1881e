update it.WorkflowEffect set Output = null where Output is not null
