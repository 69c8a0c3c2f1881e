update organization.Facility set Name = $2, Point = $3, LatLongPoint = $4 where Id = $1
