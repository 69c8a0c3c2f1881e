update it.PushSubscription
set Failures = Failures + 1, FailingSince = coalesce(FailingSince, $3), Attempts = Attempts + 1, NextAttemptAt = $4
where Id = $1 and PendingEventId = $2
