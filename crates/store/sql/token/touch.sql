update it.ApiToken set LastUsedAt = $2 where TokenHash = $1
