insert into it.Queue (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, value ->> 'key', value -> 'payload', value ->> 'priority', $2, $2, $3
from json_each($4)
where true
on conflict (Kind, UniqueKey) do nothing
