insert into it.MailingList (ListKey, State, ChangedAt) values ($1, $2, $3)
on conflict (ListKey) do update set State = excluded.State, ChangedAt = excluded.ChangedAt
