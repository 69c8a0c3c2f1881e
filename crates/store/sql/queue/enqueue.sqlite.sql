insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (Kind, UniqueKey) do update set
    -- What another request has asked for stays asked for: a key that this one does not give keeps its value.
    Payload = json_patch(waiting.Payload, excluded.Payload),
    Lane = excluded.Lane,
    Priority = case when excluded.Priority > waiting.Priority then excluded.Priority else waiting.Priority end,
    DueAt = case
        when waiting.State = 'Leased' then waiting.DueAt
        when waiting.State = 'Ready' and waiting.DueAt < excluded.DueAt then waiting.DueAt
        else excluded.DueAt
    end,
    RecalledAt = case
        when waiting.State <> 'Leased' then null
        when waiting.RecalledAt < excluded.DueAt then waiting.RecalledAt
        else excluded.DueAt
    end,
    -- An item that is not leased gets a new lease number, so a late finish of an earlier lease cannot end it.
    Lease = case when waiting.State = 'Leased' then waiting.Lease else waiting.Lease + 1 end,
    Attempts = case when waiting.State = 'Dead' then 0 else waiting.Attempts end,
    FirstFailureAt = case when waiting.State = 'Dead' then null else waiting.FirstFailureAt end,
    State = case when waiting.State = 'Dead' then 'Ready' else waiting.State end
returning Id as id
