select Id as id, Secret as sealed from it.EventSink where Secret is not null order by Id
