delete from it.PushSubscription where Id = $1
