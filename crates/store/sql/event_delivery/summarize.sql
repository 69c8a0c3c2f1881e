select d.EventSinkId as sink_id, count(*) as waiting, min(e.NoticedAt) as oldest_noticed_at
from it.EventDelivery d
join it.StatusEvent e on e.Id = d.EventId
where d.Status = 'Waiting'
group by d.EventSinkId
