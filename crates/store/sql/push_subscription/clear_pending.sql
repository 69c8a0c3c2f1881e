update it.PushSubscription
set PendingEventId = null, NextAttemptAt = null, Attempts = 0
where FacilityId = $1 and PendingEventId is not null
