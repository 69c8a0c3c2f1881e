insert into organization.Facility (Name, Point, LatLongPoint, PolicyId)
select value ->> 0, ST_GeomFromEWKT(value ->> 1), ST_GeomFromEWKT(value ->> 2), (value ->> 3)::bigint
from jsonb_array_elements($1::text::jsonb)
