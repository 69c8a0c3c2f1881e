insert into it.FacilityStatus (FacilityId, Ring, FacilityName, Status, ChangedAt, WindowEndsAt, Anchor, Rule, Revision)
select (state ->> 'facilityId')::bigint, state ->> 'ring', state ->> 'facilityName', state ->> 'status', (state ->> 'changedAt')::timestamptz,
    (state ->> 'windowEndsAt')::timestamptz, state ->> 'anchor', state ->> 'rule', 1
from jsonb_array_elements($1::text::jsonb) as state
on conflict (FacilityId, Ring) do nothing
