update it.FeedPeriod set UntilAt = $2 where Id = $1
