update organization.Facility set PolicyId = $2 where Id = $1
