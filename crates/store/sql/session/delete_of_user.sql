delete from it.Session where UserAccountId = $1
