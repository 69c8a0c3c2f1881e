select count(*) as total,
    count(case when Host = $1 then 1 end) as of_host,
    count(case when not IsKnownService then 1 end) as of_other_services
from it.PushSubscription
