insert into organization.Facility (Name, Point, LatLongPoint, PolicyId)
values ($1, ST_GeomFromEWKT($2), ST_GeomFromEWKT($3), $4)
returning Id as id
