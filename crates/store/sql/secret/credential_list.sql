select Id as id, ClientSecret as sealed from it.Credential order by Id
