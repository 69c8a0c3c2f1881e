insert into it.FeedHeartbeat (Id, ReceivedAt) values (1, $1)
on conflict (Id) do update set ReceivedAt = excluded.ReceivedAt
