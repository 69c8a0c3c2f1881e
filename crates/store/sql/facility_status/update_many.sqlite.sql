update it.FacilityStatus
set FacilityName = value ->> 'facilityName', Status = value ->> 'status', ChangedAt = value ->> 'changedAt',
    WindowEndsAt = value ->> 'windowEndsAt', Anchor = value ->> 'anchor', Rule = value ->> 'rule', Revision = Revision + 1
from json_each($1)
where FacilityId = value ->> 'facilityId' and Ring = value ->> 'ring' and Revision = value ->> 'revision'
