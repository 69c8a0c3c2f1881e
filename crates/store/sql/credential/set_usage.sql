update it.Credential set Purpose = $2, Hosts = $3 where Id = $1
