select sql as definition from organization.sqlite_schema where name = $1
