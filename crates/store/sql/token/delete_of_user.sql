delete from it.ApiToken where UserAccountId = $1
