update it.EventDelivery set Status = 'Waiting', NextAttemptAt = $3, RetryUntil = case when Status = 'Waiting' then RetryUntil else $3 end
where EventSinkId = $1 and EventId = $2 and Status <> 'Delivered'
