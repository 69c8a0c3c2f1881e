-- Every facility has an id above 0: saying so makes SQLite use the index of waiting deliveries and not read all of the sink.
update it.EventSink set
    LastDeliveredEventId = case when LastDeliveredEventId > $2 then LastDeliveredEventId else $2 end,
    LastError = case
        when exists (
            select 1 from it.EventDelivery where EventSinkId = $1 and FacilityId > 0 and Status = 'Waiting' and Attempts > 0
        ) then LastError
    end
where Id = $1
