select Id as id, Name as name, Point as point, LatLongPoint as lat_long_point
from organization.Facility
where ($1 = 0 or Id = $1) and Id > $2
order by Id
limit $3
