update organization.Facility set Name = $2, Point = $3, LatLongPoint = $4, PolicyId = $5 where Id = $1
