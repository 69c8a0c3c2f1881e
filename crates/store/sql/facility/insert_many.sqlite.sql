insert into organization.Facility (Name, Point, LatLongPoint)
select value ->> '$[0]', value ->> '$[1]', value ->> '$[2]' from json_each($1)
