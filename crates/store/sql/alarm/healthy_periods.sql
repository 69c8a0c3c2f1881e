select Id as id, Healthy as healthy, FromAt as from_at, UntilAt as until_at
from it.FeedPeriod
where Healthy and UntilAt >= $1
order by FromAt
