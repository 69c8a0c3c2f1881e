update it.EventSink set AwaitsSecrets = $2 where Id = $1
