update it.Audit set After = $2 where Id = $1
