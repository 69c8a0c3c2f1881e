update it.Queue set
    State = 'Leased', Lease = Lease + 1, Attempts = Attempts + 1, LeaseUntil = $1, ProcessId = $2,
    RecalledAt = case when RecalledAt > $3 then RecalledAt else null end
-- An array is read by index however many rows the planner expects; with `in` it joins the whole queue.
where Id = any (array(
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
    next (Lane, Priority, DueAt, Id) as (
        select Name, first.* from open cross join lateral (
            select Priority, DueAt, Id from it.Queue
            where State = 'Ready' and Lane = open.Name and DueAt <= $3
                and Kind in (select jsonb_array_elements_text($4::text::jsonb))
            order by Priority desc, DueAt, Id
            limit least(Room, $5)
        ) as first
        union all
        select null, first.* from (
            select Priority, DueAt, Id from it.Queue
            where State = 'Ready' and Lane is null and DueAt <= $3
                and Kind in (select jsonb_array_elements_text($4::text::jsonb))
            order by Priority desc, DueAt, Id
            limit $5
        ) as first
    ),
    -- How many of each lane. Another process may lock those found above, then the ones behind them are taken.
    share (Lane, Items) as (
        select Lane, count(*) from (select Lane from next order by Priority desc, DueAt, Id limit $5) as chosen group by Lane
    )
    select locked.Id from share cross join lateral (
        select Id from it.Queue
        where State = 'Ready' and Lane = share.Lane and DueAt <= $3
            and Kind in (select jsonb_array_elements_text($4::text::jsonb))
        order by Priority desc, DueAt, Id
        limit share.Items
        for update skip locked
    ) as locked
    union all
    select locked.Id from (
        select Id from it.Queue
        where State = 'Ready' and Lane is null and DueAt <= $3
            and Kind in (select jsonb_array_elements_text($4::text::jsonb))
        order by Priority desc, DueAt, Id
        limit (select coalesce(sum(Items), 0) from share where Lane is null)
        for update skip locked
    ) as locked
))
returning
    Id as id, Kind as kind, Payload as payload, Priority as priority, DueAt as due_at, Attempts as attempts,
    Lease as lease, FirstFailureAt as first_failure_at, Lane as lane
