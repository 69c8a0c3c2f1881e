select FacilityId as facility_id, Ring as ring, FacilityName as facility_name, Status as status, ChangedAt as changed_at,
    WindowEndsAt as window_ends_at, Anchor as anchor, Rule as rule, Revision as revision
from it.FacilityStatus
order by FacilityId, Ring
