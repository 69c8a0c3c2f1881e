insert into it.EventDelivery (EventSinkId, EventId, FacilityId, Status, NextAttemptAt, RetryUntil)
select $1, (delivery ->> 'eventId')::bigint, (delivery ->> 'facilityId')::bigint, 'Waiting', $3, $4
from jsonb_array_elements($2::text::jsonb) as delivery
on conflict (EventSinkId, EventId) do nothing
