select 0 as id, '' as schema_name, '' as name, false as is_procedure, 0 as defaults, null as parameter, null as declared, null as base
where false
