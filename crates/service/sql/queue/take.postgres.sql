update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
where Id in (
    select Id from it.Queue
    where State = 'Ready' and DueAt <= $3 and Kind in (select jsonb_array_elements_text($4::text::jsonb))
    order by Priority desc, DueAt, Id
    limit $5
    for update skip locked
)
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at
