update it.PushSubscription set NextAttemptAt = $1 where NextAttemptAt > $1
