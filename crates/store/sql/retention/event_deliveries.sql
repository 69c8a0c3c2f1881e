delete from it.EventDelivery
where (EventSinkId, EventId) in (
    select EventSinkId, EventId
    from it.EventDelivery
    where EventId < (select coalesce(min(Id), 9223372036854775807) from it.StatusEvent)
    order by EventId
    limit $1
)
