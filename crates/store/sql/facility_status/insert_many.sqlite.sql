insert into it.FacilityStatus (FacilityId, Ring, FacilityName, Status, ChangedAt, WindowEndsAt, Anchor, Rule, Revision)
select value ->> 'facilityId', value ->> 'ring', value ->> 'facilityName', value ->> 'status', value ->> 'changedAt',
    value ->> 'windowEndsAt', value ->> 'anchor', value ->> 'rule', 1
from json_each($1)
where true
on conflict (FacilityId, Ring) do nothing
