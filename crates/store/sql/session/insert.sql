insert into it.Session (TokenHash, UserAccountId, CreatedAt, LastSeenAt, ExpiresAt, Id, Address)
values ($1, $2, $3, $3, $4, $5, $6)
