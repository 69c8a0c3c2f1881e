insert into it.PushSubscription (Token, FacilityId, Endpoint, Host, IsKnownService, P256dh, Auth, Language, CreatedAt, ExpiresAt)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (Endpoint, FacilityId)
do update set P256dh = excluded.P256dh, Auth = excluded.Auth, Language = excluded.Language, ExpiresAt = excluded.ExpiresAt
