select
    person.Id as id, person.Username as username, person.Role as role,
    visit.LastSeenAt as last_seen_at
from it.Session visit
join it.UserAccount person on person.Id = visit.UserAccountId
where visit.TokenHash = $1 and visit.ExpiresAt > $2 and visit.LastSeenAt > $3
