select count(*) as facilities from organization.Facility where PolicyId = $1
