select
    name as name, type as declared, '' as base, -1 as modifier, hidden in (2, 3) as is_generated,
    false as is_identity_always, "notnull" = 1 as is_required,
    dflt_value is not null or (pk = 1 and lower(type) = 'integer') as has_default, pk as key_position
from pragma_table_xinfo($1, $2)
where hidden <> 1 and $3 = 0
order by cid
