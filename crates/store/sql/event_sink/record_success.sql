update it.EventSink set
    LastDeliveredEventId = case when LastDeliveredEventId > $2 then LastDeliveredEventId else $2 end,
    LastError = case
        when exists (
            select 1 from it.EventDelivery where EventSinkId = $1 and Status = 'Waiting' and Attempts > 0
        ) then LastError
    end
where Id = $1
