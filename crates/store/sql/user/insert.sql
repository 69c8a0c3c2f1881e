insert into it.UserAccount (Username, Role, PasswordHash, SignInMethod, Issuer, Subject, CreatedAt, UpdatedAt)
values ($1, $2, $3, $4, $5, $6, $7, $7)
returning
    Id as id, Username as username, Role as role, SignInMethod as sign_in_method, CreatedAt as created_at,
    UpdatedAt as updated_at
