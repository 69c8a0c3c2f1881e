update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
where Id in (
    with recursive lane (Name) as (
        -- With `min` the planner reads everything that is ready.
        (select Lane::text from it.Queue where State = 'Ready' and Lane is not null order by Lane limit 1)
        union all
        select (select Lane::text from it.Queue where State = 'Ready' and Lane > lane.Name order by Lane limit 1)
        from lane where Name is not null
    ),
    -- A lane with running items has only its remaining room; any other lane has all of it.
    open (Name, Room) as (
        select Name, coalesce((select value::bigint from jsonb_each_text($6::text::jsonb) where key = Name), $7)
        from lane where Name is not null
    ),
    due as (
        select first.* from open cross join lateral (
            select Id, Priority, DueAt from it.Queue
            where State = 'Ready' and Lane = open.Name and DueAt <= $3
                and Kind in (select jsonb_array_elements_text($4::text::jsonb))
            order by Priority desc, DueAt, Id
            limit least(Room, $5)
            for update skip locked
        ) as first
        union all
        select * from (
            select Id, Priority, DueAt from it.Queue
            where State = 'Ready' and Lane is null and DueAt <= $3
                and Kind in (select jsonb_array_elements_text($4::text::jsonb))
            order by Priority desc, DueAt, Id
            limit $5
            for update skip locked
        ) as without_lane
    )
    select Id from due order by Priority desc, DueAt, Id limit $5
)
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at, Lane as lane
