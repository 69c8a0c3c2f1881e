insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
select $1, value ->> 'key', value -> 'payload', value ->> 'priority', $2, $2, value ->> 'lane'
from json_each($3)
where true
-- A worker that holds the item may have decided before this was enqueued, so the item runs once more.
on conflict (Kind, UniqueKey) do update set
    RecalledAt = case when waiting.RecalledAt < excluded.DueAt then waiting.RecalledAt else excluded.DueAt end
where waiting.State = 'Leased'
