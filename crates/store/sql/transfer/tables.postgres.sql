select n.nspname::text as schema_name, c.relname::text as name, false as is_without_rowid, c.oid::bigint as id
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('it', 'data', 'organization') and c.relkind in ('r', 'p') and not c.relispartition
order by n.nspname, c.relname
