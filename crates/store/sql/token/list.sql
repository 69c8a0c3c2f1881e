select
    token.Id as id, token.UserAccountId as user_id, account.Username as username, token.Name as name, token.Scope as scope,
    token.CreatedAt as created_at, token.LastUsedAt as last_used_at, token.LastUsedAddress as last_used_address,
    token.ExpiresAt as expires_at
from it.ApiToken token
join it.UserAccount account on account.Id = token.UserAccountId
where (token.Id = $1 or $1 is null) and (account.Id = $2 or $2 is null)
order by token.Id
