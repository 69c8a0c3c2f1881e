select
    p.oid::bigint as id, n.nspname::text as schema_name, p.proname::text as name, p.prokind = 'p' as is_procedure,
    p.pronargdefaults::bigint as defaults, a.name as parameter, format_type(a.type, null) as declared,
    coalesce(b.typname, t.typname)::text as base
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
left join lateral unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
    with ordinality as a(type, name, mode, position) on coalesce(a.mode, 'i') in ('i', 'b')
left join pg_type t on t.oid = a.type
left join pg_type b on b.oid = t.typbasetype
where n.nspname in ('data', 'organization') and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
order by p.oid, a.position
