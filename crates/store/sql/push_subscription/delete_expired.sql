delete from it.PushSubscription
where ExpiresAt < $1 or FailingSince < $2
