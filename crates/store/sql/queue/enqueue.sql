insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt, Lane)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (Kind, UniqueKey) do update set
    Payload = excluded.Payload,
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
    -- What is not in hand now is asked for anew: a late end of an earlier take must not end this.
    Lease = case when waiting.State = 'Leased' then waiting.Lease else waiting.Lease + 1 end,
    Attempts = case when waiting.State = 'Dead' then 0 else waiting.Attempts end,
    FirstFailureAt = case when waiting.State = 'Dead' then null else waiting.FirstFailureAt end,
    State = case when waiting.State = 'Dead' then 'Ready' else waiting.State end
returning Id as id
