delete from it.FeedPeriod
where Id in (
    select Id from it.FeedPeriod
    where UntilAt < $1
    order by UntilAt
    limit $2
)
