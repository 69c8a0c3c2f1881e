insert into organization.Facility (Name, Point, LatLongPoint)
values ($1, ST_GeomFromEWKT($2), ST_GeomFromEWKT($3))
returning Id as id
