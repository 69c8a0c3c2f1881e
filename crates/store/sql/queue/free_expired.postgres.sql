update it.Queue set State = 'Ready', ProcessId = null, LeaseUntil = null
where State = 'Leased' and (
    LeaseUntil <= $1
    or ProcessId <> $2 and ProcessId not in (
        select objid::bigint from pg_locks
        where locktype = 'advisory' and classid = $3::bigint::oid and objsubid = 2 and granted
            and database = (select oid from pg_database where datname = current_database())
    )
)
