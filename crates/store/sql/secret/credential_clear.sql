update it.Credential set ClientSecret = '' where ClientSecret <> ''
