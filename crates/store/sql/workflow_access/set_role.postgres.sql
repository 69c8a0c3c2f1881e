select
    set_config('statement_timeout', $1, true),
    (
        select set_config('role', rolname, true) from pg_roles
        where rolname = 'stormwire_workflow' and pg_has_role(oid, 'member')
    )
