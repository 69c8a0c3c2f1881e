delete from organization.Policy where Id = $1
