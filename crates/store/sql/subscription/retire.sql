insert into it.RetiredSubscription (Id, RetiredAt) values ($1, $2)
on conflict (Id) do update set RetiredAt = excluded.RetiredAt
