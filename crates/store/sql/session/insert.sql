insert into it.Session (TokenHash, UserAccountId, CreatedAt, LastSeenAt, ExpiresAt) values ($1, $2, $3, $3, $4)
