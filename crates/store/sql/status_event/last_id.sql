select coalesce(max(Id), 0) as id from it.StatusEvent
