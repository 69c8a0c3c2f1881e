select sql as definition from data.sqlite_schema where name = $1
