insert into it.WebPush (Id, PublicKey, PrivateKey, LastEventId)
values (1, $1, '', $2)
on conflict (Id) do update set PublicKey = excluded.PublicKey, PrivateKey = '', LastEventId = excluded.LastEventId
