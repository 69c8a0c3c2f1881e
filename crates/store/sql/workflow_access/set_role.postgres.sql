select
    set_config('statement_timeout', $1, true),
    -- A statement has all rows of a step in one parameter, and the tables grow: a plan that is kept from a small table reads
    -- the whole table at every step, and so does one that takes index lookups for disk seeks.
    set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('random_page_cost', '1.1', true),
    (
        select set_config('role', rolname, true) from pg_roles
        where rolname = 'stormwire_workflow' and pg_has_role(oid, 'member')
    )
