delete from it.Process
where Id <> $1 and Id not in (
    select objid::bigint from pg_locks
    where locktype = 'advisory' and classid = $2::bigint::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
)
