delete from it.WorkflowRun
where Id in (
    select Id from it.WorkflowRun
    where StartedAt < $1 and FinishedAt is not null and Context is null
    order by StartedAt
    limit $2
)
