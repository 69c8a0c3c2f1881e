select schema as schema_name, name as name, type = 'view' as is_view, wr = 1 as is_without_rowid, 0 as id
from pragma_table_list
where schema in ('data', 'organization') and type in ('table', 'view') and name not like 'sqlite!_%' escape '!'
order by schema, name
