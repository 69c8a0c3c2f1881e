select Id as id
from it.StatusEvent
where NoticedAt < $1
order by NoticedAt desc, Id desc
limit 1
