select Id as id from it.PushSubscription limit 1
