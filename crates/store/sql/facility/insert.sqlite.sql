insert into organization.Facility (Name, Point, LatLongPoint, PolicyId) values ($1, $2, $3, $4) returning Id as id
