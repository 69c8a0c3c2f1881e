update it.EventSink set IsEnabled = false, LastError = $2 where Id = $1
