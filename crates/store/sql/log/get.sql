select * from it.LogLine where id = $1
