insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, item ->> 'key', item ->> 'payload', (item ->> 'priority')::bigint, $2, $2, item ->> 'lane'
from jsonb_array_elements($3::text::jsonb) as item
-- A worker that holds the item may have decided before this was enqueued, so the item runs once more.
on conflict (Kind, UniqueKey) do update set
    RecalledAt = case when waiting.RecalledAt < excluded.DueAt then waiting.RecalledAt else excluded.DueAt end
where waiting.State = 'Leased'
