update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
where Id in (
    select Id from (
        select Id, Lane, row_number() over (partition by Lane order by Priority desc, DueAt, Id) as Turn from (
            select Id, Lane, Priority, DueAt from it.Queue
            -- The plus keeps SQLite from reading and sorting a whole kind: the index of what is ready is in order already.
            where State = 'Ready' and DueAt <= $3 and +Kind in (select value from json_each($4))
                and (Lane is null or Lane not in (select key from json_each($6) where value <= 0))
            order by Priority desc, DueAt, Id
            limit $5
        )
    )
    -- Lanes of which something is in hand have only so much room left; any other has all of it.
    where Lane is null or Turn <= coalesce((select value from json_each($6) where key = Lane), $7)
)
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at, Lane as lane
