delete from organization.Facility where Id = $1
