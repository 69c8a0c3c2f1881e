select Id as id, ClientSecret as sealed from it.Credential where ClientSecret <> '' order by Id
