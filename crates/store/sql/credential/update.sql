update it.Credential set Name = $2, ClientId = $3, Namespace = $4, SecretExpiresAt = $5, UpdatedAt = $6 where Id = $1
