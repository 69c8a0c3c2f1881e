update it.Queue set
    State = 'Ready', ProcessId = null, LeaseUntil = null, RecalledAt = null,
    DueAt = case when RecalledAt < $3 then RecalledAt else coalesce($3, RecalledAt, DueAt) end,
    Attempts = 0, FirstFailureAt = null, LastSuccessAt = $4
where Id = $1 and Lease = $2
