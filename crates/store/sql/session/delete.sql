delete from it.Session where TokenHash = $1
