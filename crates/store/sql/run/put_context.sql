-- A run that was ended meanwhile keeps no context.
update it.WorkflowRun set Context = $2 where Id = $1 and FinishedAt is null
