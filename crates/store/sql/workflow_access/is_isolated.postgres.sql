select count(*) as roles from pg_roles
where rolname = 'stormwire_workflow' and pg_has_role(oid, 'member') and has_schema_privilege(oid, 'data', 'usage')
