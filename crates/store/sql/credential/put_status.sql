update it.Credential set Standing = $3, StandingReason = $4 where Id = $1 and Standing = $2
