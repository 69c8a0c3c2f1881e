insert into it.EventDelivery (EventSinkId, EventId, FacilityId, Status, NextAttemptAt, RetryUntil)
select $1, value ->> 'eventId', value ->> 'facilityId', 'Waiting', $3, $4
from json_each($2)
where true
on conflict (EventSinkId, EventId) do nothing
