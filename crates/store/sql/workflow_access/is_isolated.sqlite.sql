select 1 as roles
