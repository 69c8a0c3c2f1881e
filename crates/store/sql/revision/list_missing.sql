select 'watcher' as kind, w.Id as target_id
from it.MailboxWatcherJob w
where not exists (select 1 from it.Revision r where r.Kind = 'watcher' and r.TargetId = w.Id)
union all
select 'event-sink', s.Id
from it.EventSink s
where not exists (select 1 from it.Revision r where r.Kind = 'event-sink' and r.TargetId = s.Id)
union all
select 'policy', p.Id
from organization.Policy p
where not exists (select 1 from organization.Revision r where r.Kind = 'policy' and r.TargetId = p.Id)
order by kind, target_id
