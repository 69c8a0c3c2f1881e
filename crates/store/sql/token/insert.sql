insert into it.ApiToken (UserAccountId, Name, TokenHash, CreatedAt, ExpiresAt, Scope) values ($1, $2, $3, $4, $5, $6) returning Id as id
