insert into it.ApiToken (UserAccountId, Name, TokenHash, CreatedAt, ExpiresAt) values ($1, $2, $3, $4, $5) returning Id as id
