update it.Queue set State = 'Ready', ProcessId = null, LeaseUntil = null, Attempts = Attempts - 1
where Id = $1 and Lease = $2
