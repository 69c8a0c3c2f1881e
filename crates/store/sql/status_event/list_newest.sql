select Id as id, FacilityId as facility_id, FacilityName as facility_name, At as at, NoticedAt as noticed_at,
    "From" as from_status, "To" as to_status, Ring as ring, Cause as cause, StrikeId as strike_id, Detail as detail
from it.StatusEvent
order by Id desc
limit $1
