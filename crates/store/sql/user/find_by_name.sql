select
    Id as id, Username as username, Role as role, SignInMethod as sign_in_method, PasswordHash as password_hash
from it.UserAccount
where lower(Username) = lower($1)
