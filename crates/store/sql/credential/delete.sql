delete from it.Credential where Id = $1
