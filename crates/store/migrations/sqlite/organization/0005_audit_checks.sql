-- Audit as before, except that its checks of JSON also hold for null in SQLite before 3.45, where json_valid(null) is 0.
create table AuditRebuilt (
    Id integer primary key autoincrement,
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Username varchar(100) not null check (length(Username) <= 100),
    Action varchar(50) not null check (length(Action) <= 50),
    Resource varchar(50) not null check (length(Resource) <= 50),
    ResourceId integer,
    Before text check (Before is null or json_valid(Before)),
    After text check (After is null or json_valid(After)),
    RequestId varchar(64) check (length(RequestId) <= 64)
);
insert into AuditRebuilt (Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId)
select Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId from Audit;
-- Numbers of deleted rows are not used again.
delete from sqlite_sequence where name = 'AuditRebuilt';
insert into sqlite_sequence (name, seq) select 'AuditRebuilt', seq from sqlite_sequence where name = 'Audit';
drop table Audit;
alter table AuditRebuilt rename to Audit;
create index Audit_At on Audit (At, Id);
