insert into it.Process (Host, Pid, StartedAt) values ($1, $2, $3) returning Id as id
