select d.EventSinkId as sink_id, d.Attempts as attempts, d.NextAttemptAt as next_attempt_at, d.RetryUntil as retry_until,
    e.Id as id, e.FacilityId as facility_id, e.FacilityName as facility_name, e.At as at, e.NoticedAt as noticed_at,
    e."From" as from_status, e."To" as to_status, e.Ring as ring, e.Cause as cause, e.StrikeId as strike_id, e.Detail as detail
from (
    select EventSinkId, min(EventId) as EventId
    from it.EventDelivery
    where Status = 'Waiting'
    group by EventSinkId, FacilityId
) as head
join it.EventDelivery d on d.EventSinkId = head.EventSinkId and d.EventId = head.EventId
join it.StatusEvent e on e.Id = d.EventId
where d.NextAttemptAt <= $1
order by d.EventId, d.EventSinkId
