select c.relname::text as index_name, i.indisunique as is_unique, a.attname::text as column_name
from pg_index i
join pg_class c on c.oid = i.indexrelid
cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(attnum, position)
left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
where i.indrelid = $3::bigint::oid and not i.indisprimary and i.indpred is null and i.indexprs is null
    and $1::text <> '' and $2::text <> ''
order by c.relname, k.position
