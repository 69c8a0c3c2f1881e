-- The plus keeps SQLite from reading all finished rows of the watcher instead of the given keys.
select log.Id as id, log.MessageKey as message_key, log.Status as status, log.ProcessedAt as ended_at
from it.MailboxWatcherLog as log
where log.MailboxWatcherJobId = $1 and log.MessageKey in (select value from json_each($2))
    and log.ProcessedAt is not null and +log.Status in ('Success', 'Failed', 'Skipped') and not log.IsTest
    and not exists (select 1 from it.Queue as item where item.Kind = 'Message' and item.UniqueKey = cast(log.Id as text))
