delete from it.Session where Id = $1 and (UserAccountId = $2 or $2 is null)
