delete from it.PushSubscription where Token = $1
