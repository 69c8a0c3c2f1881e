insert into it.DeliveryCheck (MailboxWatcherJobId, JunkCount, JunkNewestAt)
select Id, $2, $3 from it.MailboxWatcherJob where Id = $1
on conflict (MailboxWatcherJobId) do update set JunkCount = excluded.JunkCount, JunkNewestAt = excluded.JunkNewestAt
