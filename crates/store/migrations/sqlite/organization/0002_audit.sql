-- Changes of this schema. Every schema that people change has its own, so that a change and its record are one transaction.
create table Audit (
    Id integer primary key autoincrement,
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Username varchar(100) not null check (length(Username) <= 100),
    Action varchar(50) not null check (length(Action) <= 50),
    Resource varchar(50) not null check (length(Resource) <= 50),
    ResourceId integer,
    Before text check (json_valid(Before)),
    After text check (json_valid(After)),
    RequestId varchar(64) check (length(RequestId) <= 64)
);
create index Audit_At on Audit (At, Id);
