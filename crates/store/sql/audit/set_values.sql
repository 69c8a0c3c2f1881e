update it.Audit set Before = $2, After = $3 where Id = $1
