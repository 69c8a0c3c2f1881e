select
    Id as id, Username as username, Role as role, SignInMethod as sign_in_method, CreatedAt as created_at,
    UpdatedAt as updated_at
from it.UserAccount
where Issuer = $1 and Subject = $2
