delete from it.PushSubscription
