insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, item ->> 'key', item ->> 'payload', (item ->> 'priority')::bigint, $2, $2, item ->> 'lane'
from jsonb_array_elements($3::text::jsonb) as item
-- A worker that has the item now may have decided before the reason for this came up: it runs once more.
on conflict (Kind, UniqueKey) do update set
    RecalledAt = case when waiting.RecalledAt < excluded.DueAt then waiting.RecalledAt else excluded.DueAt end
where waiting.State = 'Leased'
