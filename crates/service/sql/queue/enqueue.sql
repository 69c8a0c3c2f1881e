insert into it.Queue as waiting (Kind, UniqueKey, Payload, Priority, DueAt, CreatedAt)
values ($1, $2, $3, $4, $5, $6)
on conflict (Kind, UniqueKey) do update set
    Payload = excluded.Payload,
    Priority = case when excluded.Priority > waiting.Priority then excluded.Priority else waiting.Priority end,
    DueAt = case
        when waiting.State = 'Ready' and waiting.DueAt < excluded.DueAt then waiting.DueAt
        when waiting.IsRecalled and waiting.DueAt < excluded.DueAt then waiting.DueAt
        else excluded.DueAt
    end,
    IsRecalled = waiting.State = 'Leased',
    Attempts = case when waiting.State = 'Dead' then 0 else waiting.Attempts end,
    FirstFailureAt = case when waiting.State = 'Dead' then null else waiting.FirstFailureAt end,
    State = case when waiting.State = 'Dead' then 'Ready' else waiting.State end
returning Id as id
