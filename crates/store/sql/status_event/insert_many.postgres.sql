insert into it.StatusEvent (FacilityId, FacilityName, At, NoticedAt, "From", "To", Ring, Cause, StrikeId, Detail)
select (event ->> 'facilityId')::bigint, event ->> 'facilityName', (event ->> 'at')::timestamptz, $2, event ->> 'from', event ->> 'to',
    event ->> 'ring', event ->> 'cause', (event ->> 'strikeId')::bigint, event ->> 'detail'
from jsonb_array_elements($1::text::jsonb) with ordinality as listed (event, position)
order by position
