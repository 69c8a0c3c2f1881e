update it.Credential set ClientSecret = $2 where Id = $1
