update it.EventDelivery set Status = $3, Attempts = Attempts + 1, NextAttemptAt = $4, LastError = $5
where EventSinkId = $1 and EventId = $2 and Status = 'Waiting'
