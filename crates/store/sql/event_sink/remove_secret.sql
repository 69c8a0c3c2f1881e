update it.EventSink set Secret = null where Id = $1
