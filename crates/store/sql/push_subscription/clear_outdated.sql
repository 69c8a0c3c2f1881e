update it.PushSubscription
set PendingEventId = null, NextAttemptAt = null, Attempts = 0
where NextAttemptAt is not null
    and not exists (select 1 from it.StatusEvent where it.StatusEvent.Id = PendingEventId and At >= $1)
