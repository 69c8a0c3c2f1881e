select
    Id as id, Name as name, PolicyId as policy_id,
    'SRID=' || ST_SRID(Point) || ';POINT(' || ST_X(Point) || ' ' || ST_Y(Point) || ')' as point,
    'SRID=' || ST_SRID(LatLongPoint) || ';POINT(' || ST_X(LatLongPoint) || ' ' || ST_Y(LatLongPoint) || ')' as lat_long_point
from organization.Facility
where (Id = $1 or $1 is null) and (Id > $2 or $2 is null)
order by Id
limit $3
