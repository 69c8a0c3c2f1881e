update it.PushSubscription
set Failures = Failures + 1, FailingSince = coalesce(FailingSince, $3), Attempts = 0, NextAttemptAt = null, PendingEventId = null
where Id = $1 and PendingEventId = $2
