delete from it.UserAccount where Id = $1
