update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
where Id in (
    with recursive lane (Name) as (
        select min(Lane) from it.Queue where State = 'Ready'
        union all
        select (select min(Lane) from it.Queue where State = 'Ready' and Lane > lane.Name) from lane where Name is not null
    ),
    -- A lane with running items has only its remaining room; any other lane has all of it.
    open (Name, Room) as (
        select Name, coalesce((select value from json_each($6) where key = Name), $7) from lane where Name is not null
    ),
    due as (
        select Id, Priority, DueAt, open.Room, row_number() over (partition by Name order by Priority desc, DueAt, Id) as Rank
        from open cross join it.Queue
        -- The plus keeps SQLite from reading and sorting a whole kind: the index of ready items is already sorted.
        where Room > 0 and Id in (
            select Id from it.Queue
            where State = 'Ready' and Lane = open.Name and DueAt <= $3 and +Kind in (select value from json_each($4))
            order by Priority desc, DueAt, Id
            limit min($5, $7)
        )
        union all
        select * from (
            select Id, Priority, DueAt, 1, 1 from it.Queue
            where State = 'Ready' and Lane is null and DueAt <= $3 and +Kind in (select value from json_each($4))
            order by Priority desc, DueAt, Id
            limit $5
        )
    )
    select Id from due where Rank <= Room order by Priority desc, DueAt, Id limit $5
)
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at, Lane as lane
