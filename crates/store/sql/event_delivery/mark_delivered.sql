update it.EventDelivery set Status = 'Delivered', Attempts = Attempts + 1, DeliveredAt = $3, LastError = null
where EventSinkId = $1 and EventId = $2 and Status = 'Waiting'
