-- Steps from facility to facility through the index, and reads the last entry of each.
with recursive facility (Number) as (
    (select FacilityId from it.StatusEvent where Ring is null order by FacilityId limit 1)
    union all
    select (
        select FacilityId from it.StatusEvent where Ring is null and FacilityId > facility.Number order by FacilityId limit 1
    )
    from facility
    where Number is not null
)
select event.Id as id, event.FacilityId as facility_id, event.FacilityName as facility_name, event.At as at,
    event.NoticedAt as noticed_at, event."From" as from_status, event."To" as to_status, event.Ring as ring, event.Cause as cause,
    event.StrikeId as strike_id, event.Detail as detail
from facility cross join lateral (
    select * from it.StatusEvent
    where Ring is null and FacilityId = facility.Number
    order by Id desc
    limit 1
) as event
order by facility.Number
