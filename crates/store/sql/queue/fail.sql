update it.Queue set
    State = case when RecalledAt is null then $3 else 'Ready' end,
    DueAt = coalesce(RecalledAt, $4),
    ProcessId = null, LeaseUntil = null, RecalledAt = null,
    Attempts = case when RecalledAt is null then Attempts else 0 end,
    FirstFailureAt = case when RecalledAt is null then coalesce(FirstFailureAt, $5) else null end,
    LastFailureAt = $5, LastError = $6
where Id = $1 and Lease = $2
