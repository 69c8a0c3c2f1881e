update it.PushSubscription
set LastSuccessAt = $3, Failures = 0, FailingSince = null,
    NextAttemptAt = case when PendingEventId = $2 then null else NextAttemptAt end,
    PendingEventId = case when PendingEventId = $2 then null else PendingEventId end
where Id = $1
