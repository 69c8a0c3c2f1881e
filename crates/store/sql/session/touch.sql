update it.Session set LastSeenAt = $2 where TokenHash = $1
