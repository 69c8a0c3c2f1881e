select Id as id from it.WorkflowStep where WorkflowRunId = $1 and Phase = $2 and "Order" = $3 and Status = 'Running'
