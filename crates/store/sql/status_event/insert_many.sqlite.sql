insert into it.StatusEvent (FacilityId, FacilityName, At, NoticedAt, "From", "To", Ring, Cause, StrikeId, Detail)
select value ->> 'facilityId', value ->> 'facilityName', value ->> 'at', $2, value ->> 'from', value ->> 'to', value ->> 'ring',
    value ->> 'cause', value ->> 'strikeId', value ->> 'detail'
from json_each($1)
order by key
