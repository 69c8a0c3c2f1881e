update it.PushSubscription
set PendingEventId = $2, NotifiedStatus = $3, NextAttemptAt = $4, Attempts = 0
where FacilityId = $1 and NotifiedStatus in ('Active', 'Unknown')
