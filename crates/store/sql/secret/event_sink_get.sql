select Secret as sealed from it.EventSink where Id = $1 and Secret is not null
