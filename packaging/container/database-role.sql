-- The role under which Sql actions of workflows run. It has no access to the schema `it`.
create role stormwire_workflow nologin;
grant stormwire_workflow to stormwire;
