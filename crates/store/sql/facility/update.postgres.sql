update organization.Facility
set Name = $2, Point = ST_GeomFromEWKT($3), LatLongPoint = ST_GeomFromEWKT($4), PolicyId = $5
where Id = $1
