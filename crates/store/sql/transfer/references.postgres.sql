select conrelid::bigint as table_id, confrelid::bigint as referenced_id
from pg_constraint
where contype = 'f' and conrelid <> confrelid
