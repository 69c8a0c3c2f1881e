update it.EventDelivery set NextAttemptAt = $1 where Status = 'Waiting' and NextAttemptAt > $1
