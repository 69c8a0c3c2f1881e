select
    Id as id, Kind as kind, UniqueKey as unique_key, State as state, DueAt as due_at, Attempts as attempts,
    LastSuccessAt as last_success_at, LastFailureAt as last_failure_at, LastError as last_error
from it.Queue
where State = $1 or $1 is null
order by case State when 'Dead' then 0 when 'Leased' then 1 else 2 end, DueAt, Id
limit $2
