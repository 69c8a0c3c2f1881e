update it.EventDelivery set NextAttemptAt = $2 where EventSinkId = $1 and Status = 'Waiting' and NextAttemptAt > $2
