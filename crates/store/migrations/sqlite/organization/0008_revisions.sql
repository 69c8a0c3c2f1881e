-- The state of a policy after each change. As with the audit trail, a change and its record are one transaction.
create table Revision (
    Id integer primary key autoincrement,
    Kind varchar(20) not null check (Kind = 'policy'),
    TargetId integer not null, -- the row stays when the policy is deleted
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Author varchar(100) not null check (length(Author) <= 100),
    RequestId varchar(64) check (length(RequestId) <= 64),
    State text check (json_valid(State)) -- null: it was deleted
);
create index Revision_Target on Revision (Kind, TargetId, Id);
create index Revision_At on Revision (At);
