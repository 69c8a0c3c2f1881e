delete from it.ApiToken where Id = $1
