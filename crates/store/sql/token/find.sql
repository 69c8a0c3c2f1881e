select
    person.Id as id, person.Username as username, person.Role as role,
    token.LastUsedAt as last_used_at
from it.ApiToken token
join it.UserAccount person on person.Id = token.UserAccountId
where token.TokenHash = $1 and (token.ExpiresAt is null or token.ExpiresAt > $2)
