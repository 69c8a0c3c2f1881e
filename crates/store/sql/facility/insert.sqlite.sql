insert into organization.Facility (Name, Point, LatLongPoint) values ($1, $2, $3) returning Id as id
