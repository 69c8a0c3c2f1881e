update it.ApiToken set Name = $2, ExpiresAt = $3 where Id = $1
