delete from it.StatusEvent
where Id in (
    select Id from it.StatusEvent
    where NoticedAt < $1
    order by NoticedAt
    limit $2
)
