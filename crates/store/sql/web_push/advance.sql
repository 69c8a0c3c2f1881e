update it.WebPush set LastEventId = $2 where Id = 1 and LastEventId = $1
