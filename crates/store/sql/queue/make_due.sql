update it.Queue set
    DueAt = case when DueAt > $1 then $1 else DueAt end,
    RecalledAt = case when RecalledAt > $1 then $1 else RecalledAt end,
    -- Other processes extend their own leases, by their own clocks.
    LeaseUntil = case when ProcessId = $2 and LeaseUntil > $3 then $3 else LeaseUntil end
where State <> 'Dead' and (DueAt > $1 or RecalledAt > $1 or ProcessId = $2 and LeaseUntil > $3)
