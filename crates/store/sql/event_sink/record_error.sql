update it.EventSink set LastError = $2 where Id = $1
