-- The newest ones if there are too many: what is missing then counts as an outage.
select Id as id, Healthy as healthy, FromAt as from_at, UntilAt as until_at
from it.FeedPeriod
where UntilAt >= $1 and FromAt <= $2
order by FromAt desc, Id desc
limit $3
