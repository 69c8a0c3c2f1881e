delete from it.Queue where Id = $1 and Lease = $2 and RecalledAt is null
