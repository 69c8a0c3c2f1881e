insert into it.Credential (Name, ClientId, ClientSecret, Namespace, SecretExpiresAt, CreatedAt, UpdatedAt)
values ($1, $2, '', $3, $4, $5, $5)
returning Id as id
