update it.WorkflowEffect
set Output = null
where Id in (
    select Id from it.WorkflowEffect
    where FinishedAt < $1 and Output is not null
    order by FinishedAt
    limit $2
)
