-- The state of a watcher with its actions, or of a sink, after each change.
create table Revision (
    Id integer primary key autoincrement,
    Kind varchar(20) not null check (Kind in ('watcher', 'event-sink')),
    TargetId integer not null, -- the row stays when the watcher or the sink is deleted
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Author varchar(100) not null check (length(Author) <= 100),
    RequestId varchar(64) check (length(RequestId) <= 64),
    State text check (json_valid(State)) -- null: it was deleted
);
create index Revision_Target on Revision (Kind, TargetId, Id);
create index Revision_At on Revision (At);

-- Disabled because a secret is missing: it was enabled in the file that it came from.
alter table MailboxWatcherJob add column AwaitsSecrets boolean not null default false;
alter table EventSink add column AwaitsSecrets boolean not null default false;
