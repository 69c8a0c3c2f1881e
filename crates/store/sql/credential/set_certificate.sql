update it.Credential set CertificateThumbprint = $2, SecretExpiresAt = coalesce($3, SecretExpiresAt) where Id = $1
