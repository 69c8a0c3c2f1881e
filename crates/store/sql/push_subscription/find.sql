select Token as token from it.PushSubscription where Endpoint = $1 and FacilityId = $2
