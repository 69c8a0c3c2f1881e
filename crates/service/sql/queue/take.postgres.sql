update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
where Id in (
    with due as (
        select Id, Lane, Priority, DueAt from it.Queue
        where State = 'Ready' and DueAt <= $3 and Kind in (select jsonb_array_elements_text($4::text::jsonb))
            and (Lane is null or Lane not in (select key from jsonb_each_text($6::text::jsonb) where value::bigint <= 0))
        order by Priority desc, DueAt, Id
        limit $5
        for update skip locked
    ), turns as (
        select Id, Lane, row_number() over (partition by Lane order by Priority desc, DueAt, Id) as Turn from due
    )
    select Id from turns
    -- Lanes of which something is in hand have only so much room left; any other has all of it.
    where Lane is null or Turn <= coalesce((select value::bigint from jsonb_each_text($6::text::jsonb) where key = Lane), $7)
)
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at, Lane as lane
