select 0::bigint as total
