insert into it.Queue (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, value ->> 'key', value -> 'payload', value ->> 'priority', $2, $2, value ->> 'lane'
from json_each($3)
where true
on conflict (Kind, UniqueKey) do nothing
