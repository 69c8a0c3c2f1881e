update it.EventSink set PlannedThrough = $2 where Id = $1
