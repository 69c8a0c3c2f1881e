update it.EventSink set Secret = null where Secret is not null
