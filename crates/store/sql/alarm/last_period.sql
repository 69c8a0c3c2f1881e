select Id as id, Healthy as healthy, FromAt as from_at, UntilAt as until_at from it.FeedPeriod order by Id desc limit 1
