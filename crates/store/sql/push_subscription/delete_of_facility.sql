delete from it.PushSubscription where FacilityId = $1
