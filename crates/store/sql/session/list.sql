select
    session.Id as id, account.Id as user_id, account.Username as username, session.Address as address,
    session.CreatedAt as created_at, session.LastSeenAt as last_seen_at, session.ExpiresAt as expires_at
from it.Session session
join it.UserAccount account on account.Id = session.UserAccountId
where (account.Id = $1 or $1 is null) and session.ExpiresAt > $2 and session.LastSeenAt > $3
order by session.LastSeenAt desc, session.Id
