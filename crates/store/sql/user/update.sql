update it.UserAccount set Username = $2, Role = $3, UpdatedAt = $4
where Id = $1
returning
    Id as id, Username as username, Role as role, SignInMethod as sign_in_method, CreatedAt as created_at,
    UpdatedAt as updated_at
