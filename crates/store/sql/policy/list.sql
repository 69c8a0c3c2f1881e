select
    Id as id, Name as name, RadiusMiles as radius_miles, DangerMinutes as danger_minutes,
    AllClearMinutes as all_clear_minutes, HistoryHours as history_hours, Rings as rings
from organization.Policy
where Id = $1 or $1 is null
order by Id
