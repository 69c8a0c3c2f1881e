select
    session.Id as session_id, account.Id as id, account.Username as username, account.Role as role,
    account.SignInMethod as sign_in_method, session.LastSeenAt as last_seen_at
from it.Session session
join it.UserAccount account on account.Id = session.UserAccountId
where session.TokenHash = $1 and session.ExpiresAt > $2 and session.LastSeenAt > $3
