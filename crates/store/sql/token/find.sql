select
    account.Id as id, account.Username as username, account.Role as role, account.SignInMethod as sign_in_method,
    token.Id as token_id, token.Name as token_name, token.Scope as scope, token.LastUsedAt as last_used_at,
    token.LastUsedAddress as last_used_address
from it.ApiToken token
join it.UserAccount account on account.Id = token.UserAccountId
where token.TokenHash = $1 and (token.ExpiresAt is null or token.ExpiresAt > $2)
