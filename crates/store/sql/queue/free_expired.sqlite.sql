update it.Queue set State = 'Ready', ProcessId = null, LeaseUntil = null
where State = 'Leased' and (LeaseUntil <= $1 or ProcessId <> $2)
