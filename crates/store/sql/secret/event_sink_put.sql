update it.EventSink set Secret = $2 where Id = $1
