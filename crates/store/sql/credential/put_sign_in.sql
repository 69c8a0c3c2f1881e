update it.Credential set SignInError = $2 where Id = $1
