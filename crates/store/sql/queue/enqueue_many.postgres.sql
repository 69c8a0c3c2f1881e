insert into it.Queue (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, item ->> 'key', item ->> 'payload', (item ->> 'priority')::bigint, $2, $2, item ->> 'lane'
from jsonb_array_elements($3::text::jsonb) as item
on conflict (Kind, UniqueKey) do nothing
