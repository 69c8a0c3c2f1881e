update it.Queue set
    State = case when IsRecalled then 'Ready' else $3 end,
    DueAt = case when IsRecalled then DueAt else $4 end,
    ProcessId = null, LeaseUntil = null, IsRecalled = false,
    FirstFailureAt = coalesce(FirstFailureAt, $5), LastFailureAt = $5, LastError = $6
where Id = $1 and Lease = $2
