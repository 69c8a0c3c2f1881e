insert into organization.Facility (Name, Point, LatLongPoint, PolicyId)
select value ->> '$[0]', value ->> '$[1]', value ->> '$[2]', value ->> '$[3]' from json_each($1)
