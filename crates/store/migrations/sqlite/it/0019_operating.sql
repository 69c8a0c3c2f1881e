-- Audit as before, except that its checks of JSON also hold for null in SQLite before 3.45, where json_valid(null) is 0: the
-- sqlite3 of Debian 12 reported healthy files as damaged, and could not write such rows.
create table AuditRebuilt (
    Id integer primary key autoincrement,
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Username varchar(100) not null check (length(Username) <= 100),
    Action varchar(50) not null check (length(Action) <= 50),
    Resource varchar(50) not null check (length(Resource) <= 50),
    ResourceId integer,
    Before text check (Before is null or json_valid(Before)),
    After text check (After is null or json_valid(After)),
    RequestId varchar(64) check (length(RequestId) <= 64),
    Address varchar(45) check (length(Address) <= 45)
);
insert into AuditRebuilt (Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId, Address)
select Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId, Address from Audit;
-- Numbers of deleted rows are not used again.
delete from sqlite_sequence where name = 'AuditRebuilt';
insert into sqlite_sequence (name, seq) select 'AuditRebuilt', seq from sqlite_sequence where name = 'Audit';
drop table Audit;
alter table AuditRebuilt rename to Audit;
create index Audit_At on Audit (At, Id);
create index Audit_Action on Audit (Action, At);

-- The size of the database over time, for its growth per day.
create table DiskUse (
    MeasuredAt text primary key check (MeasuredAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Bytes integer not null
) without rowid;
