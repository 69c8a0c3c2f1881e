update it.Queue set Payload = $3 where Id = $1 and Lease = $2 and State = 'Leased'
