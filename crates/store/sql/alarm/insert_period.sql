insert into it.FeedPeriod (Healthy, FromAt, UntilAt) values ($1, $2, $3)
