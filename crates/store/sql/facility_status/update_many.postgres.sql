update it.FacilityStatus
set FacilityName = state ->> 'facilityName', Status = state ->> 'status', ChangedAt = (state ->> 'changedAt')::timestamptz,
    WindowEndsAt = (state ->> 'windowEndsAt')::timestamptz, Anchor = state ->> 'anchor', Rule = state ->> 'rule', Revision = Revision + 1
from jsonb_array_elements($1::text::jsonb) as state
where FacilityId = (state ->> 'facilityId')::bigint and Ring = state ->> 'ring' and Revision = (state ->> 'revision')::bigint
