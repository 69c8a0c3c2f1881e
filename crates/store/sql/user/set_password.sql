update it.UserAccount set PasswordHash = $2, UpdatedAt = $3 where Id = $1
