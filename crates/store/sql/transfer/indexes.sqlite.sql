select l.name as index_name, l."unique" = 1 as is_unique, i.name as column_name
from pragma_index_list($1, $2) l
join pragma_index_info(l.name, $2) i
where l.origin <> 'pk' and l.partial = 0 and $3 = 0
order by l.name, i.seqno
