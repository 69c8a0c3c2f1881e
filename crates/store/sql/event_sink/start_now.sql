update it.EventSink set PlannedThrough = (select coalesce(max(Id), 0) from it.StatusEvent), LastError = null where Id = $1
