update it.ApiToken set Name = $2, ExpiresAt = $3, Scope = $4 where Id = $1
