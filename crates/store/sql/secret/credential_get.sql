select ClientSecret as sealed from it.Credential where Id = $1 and ClientSecret <> ''
