insert into it.UserAccount (Username, Role, PasswordHash, CreatedAt, UpdatedAt)
values ($1, $2, $3, $4, $4)
returning Id as id, Username as username, Role as role, CreatedAt as created_at, UpdatedAt as updated_at
