delete from it.Process where Id <> $1
