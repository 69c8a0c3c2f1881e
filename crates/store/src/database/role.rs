//! The PostgreSQL role that runs the SQL of workflows. It has no rights on `it`, nor on the service's own tables in the
//! other schemas, so that not even a database function can give a workflow data it must not see.
//!
//! Created once per database if the database user may create roles. Otherwise stormwire works without this isolation and
//! warns at the start and in `stormwire check`; a workflow can still name only what the catalog of `data` and `organization` lists.

use crate::StoreError;
use sqlx::PgConnection;

/// Rights are granted once per database, so that an administrator may narrow them afterwards.
const PREPARE: &str = "
do $$
begin
    if not exists (select 1 from pg_roles where rolname = 'stormwire_workflow') then
        begin
            create role stormwire_workflow nologin;
        exception when duplicate_object or unique_violation then
            null; -- another database of this server created it first
        end;
    end if;
    if not pg_has_role('stormwire_workflow', 'member') then
        execute format('grant stormwire_workflow to %I', current_user);
    end if;
    if exists (
        select 1 from pg_namespace n, aclexplode(n.nspacl) a, pg_roles r
        where n.nspname = 'data' and r.oid = a.grantee and r.rolname = 'stormwire_workflow'
    ) then
        return;
    end if;
    grant usage on schema data, organization to stormwire_workflow;
    grant select, insert, update, delete on all tables in schema data, organization to stormwire_workflow;
    grant usage, select on all sequences in schema data, organization to stormwire_workflow;
    alter default privileges in schema data, organization
        grant select, insert, update, delete on tables to stormwire_workflow;
    alter default privileges in schema data, organization grant usage, select on sequences to stormwire_workflow;
    revoke all on data.WorkflowEffect, data.SchemaMigration from stormwire_workflow;
    revoke all on organization.WorkflowEffect, organization.SchemaMigration, organization.Audit from stormwire_workflow;
    revoke insert, update, delete on organization.Policy, organization.MapLayer from stormwire_workflow;
exception when insufficient_privilege then
    null;
end
$$";

pub(crate) async fn prepare(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::raw_sql(PREPARE).execute(&mut *conn).await?;
    Ok(())
}
