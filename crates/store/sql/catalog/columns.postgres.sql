select
    a.attname::text as name, format_type(a.atttypid, a.atttypmod) as declared, coalesce(b.typname, t.typname)::text as base,
    case when b.oid is null then a.atttypmod else t.typtypmod end as modifier, a.attgenerated <> '' as is_generated,
    a.attidentity = 'a' as is_identity_always, a.attnotnull as is_required, a.atthasdef or a.attidentity <> '' as has_default,
    coalesce(array_position(i.indkey::smallint[], a.attnum) + 1, 0)::bigint as key_position
from pg_attribute a
join pg_type t on t.oid = a.atttypid
left join pg_type b on b.oid = t.typbasetype
left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
where a.attrelid = $3::bigint::oid and a.attnum > 0 and not a.attisdropped and $1::text <> '' and $2::text <> ''
order by a.attnum
