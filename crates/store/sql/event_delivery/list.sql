select d.EventId as event_id, d.FacilityId as facility_id, e.FacilityName as facility_name, e.At as at, e."From" as from_status,
    e."To" as to_status, d.Status as status, d.Attempts as attempts, d.NextAttemptAt as next_attempt_at,
    d.DeliveredAt as delivered_at, d.LastError as last_error
from it.EventDelivery d
join it.StatusEvent e on e.Id = d.EventId
where d.EventSinkId = $1 and d.EventId < $2 and (d.Status = $3 or $3 is null)
order by d.EventId desc
limit $4
