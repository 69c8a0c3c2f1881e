select Kind as kind, State as state, count(*) as items, min(DueAt) as earliest_due_at
from it.Queue
group by Kind, State
order by Kind, State
