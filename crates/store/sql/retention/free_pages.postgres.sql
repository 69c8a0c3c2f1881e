select 0::bigint as free
