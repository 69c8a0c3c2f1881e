select Id as id, Output as sealed from it.WorkflowEffect where Output is not null order by Id
