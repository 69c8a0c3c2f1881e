lock table it.Credential in share row exclusive mode
