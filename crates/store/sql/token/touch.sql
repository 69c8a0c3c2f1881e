update it.ApiToken set LastUsedAt = $2, LastUsedAddress = $3 where Id = $1
