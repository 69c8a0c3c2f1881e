delete from it.EventSink where Id = $1
