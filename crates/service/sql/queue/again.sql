update it.Queue set
    State = 'Ready', ProcessId = null, LeaseUntil = null, IsRecalled = false,
    DueAt = case when IsRecalled and DueAt < $3 then DueAt else coalesce($3, DueAt) end,
    Attempts = 0, FirstFailureAt = null, LastSuccessAt = $4
where Id = $1 and Lease = $2
