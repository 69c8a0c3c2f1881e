select count(*) as sinks from it.EventSink
