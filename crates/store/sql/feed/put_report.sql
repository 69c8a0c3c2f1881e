insert into it.FeedState (Id, Healthy, Reason, ChangedAt) values (1, $1, $2, $3)
on conflict (Id) do update set Healthy = excluded.Healthy, Reason = excluded.Reason, ChangedAt = excluded.ChangedAt
