delete from it.FeedPeriod where UntilAt < $1
