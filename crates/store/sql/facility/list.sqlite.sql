select Id as id, Name as name, Point as point, LatLongPoint as lat_long_point, PolicyId as policy_id
from organization.Facility
where (Id = $1 or $1 is null) and (Id > $2 or $2 is null)
order by Id
limit $3
