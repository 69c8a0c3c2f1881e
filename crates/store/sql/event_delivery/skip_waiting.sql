update it.EventDelivery set Status = 'Skipped', LastError = $2 where EventSinkId = $1 and Status = 'Waiting'
