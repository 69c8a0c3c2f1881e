select schema as schema_name, name as name, wr = 1 as is_without_rowid, 0 as id
from pragma_table_list
where schema in ('it', 'data', 'organization') and type = 'table' and name not like 'sqlite!_%' escape '!'
order by schema, name
