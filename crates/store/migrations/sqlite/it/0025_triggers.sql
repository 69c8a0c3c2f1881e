-- What starts the workflow of a watcher: a message, or a change of a facility's status. Files are not watched yet; their
-- names are allowed already, because SQLite changes a check only by rebuilding the table.
alter table MailboxWatcherJob add column Kind varchar(20) not null default 'Mailbox' check (Kind in ('Mailbox', 'File', 'StatusEvent'));

-- Which status events start it.
alter table MailboxWatcherJob add column EventFacilityIds text check (EventFacilityIds is null or json_valid(EventFacilityIds)); -- null: of all facilities
alter table MailboxWatcherJob add column EventStatuses text check (EventStatuses is null or json_valid(EventStatuses)); -- the new statuses; null: all
alter table MailboxWatcherJob add column EventRings boolean not null default false; -- changes of rings too
alter table MailboxWatcherJob add column EventCursor integer; -- the last status event that was compared with the filters

-- WorkflowRun as before, except that it allows the other triggers. WorkflowStep is rebuilt with it: dropping a table deletes
-- the rows that refer to it.
create table WorkflowRunRebuilt (
    Id varchar(36) primary key check (length(Id) <= 36),
    "Trigger" varchar(50) not null check ("Trigger" in ('MailboxWatcherJob', 'FileWatcherJob', 'StatusEvent')),
    MailboxWatcherJobId integer not null,
    MailboxWatcherLogId integer not null references MailboxWatcherLog (Id),
    Status varchar(20) not null check (Status in ('Running', 'Success', 'Failed', 'Skipped')),
    StartedAt text not null check (StartedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    FinishedAt text check (FinishedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Context text -- as Phase 1 left it, encrypted; gone when Phase 2 has ended
) without rowid;
insert into WorkflowRunRebuilt (Id, "Trigger", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt, FinishedAt, Context)
select Id, "Trigger", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt, FinishedAt, Context from WorkflowRun;

create table WorkflowStepRebuilt (
    Id integer primary key autoincrement,
    WorkflowRunId varchar(36) not null references WorkflowRunRebuilt (Id) on delete cascade,
    MailboxWatcherActionId integer, -- no foreign key: the step outlives the action it ran
    "Order" integer not null,
    Name varchar(200) not null check (length(Name) <= 200),
    ActionType varchar(50) not null check (length(ActionType) <= 50),
    Phase integer not null check (Phase in (1, 2)),
    Status varchar(20) not null check (Status in ('Running', 'Success', 'Failed', 'Skipped')),
    StartedAt text check (StartedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    FinishedAt text check (FinishedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Input varchar(4000) check (length(Input) <= 4000), -- a summary
    Result varchar(4000) check (length(Result) <= 4000), -- a summary
    Error varchar(4000) check (length(Error) <= 4000),
    ConfigHash varchar(64) check (length(ConfigHash) = 64), -- of the action's settings when the step began
    unique (WorkflowRunId, Phase, "Order")
);
insert into WorkflowStepRebuilt (
    Id, WorkflowRunId, MailboxWatcherActionId, "Order", Name, ActionType, Phase, Status, StartedAt, FinishedAt, Input, Result,
    Error, ConfigHash
)
select
    Id, WorkflowRunId, MailboxWatcherActionId, "Order", Name, ActionType, Phase, Status, StartedAt, FinishedAt, Input, Result,
    Error, ConfigHash
from WorkflowStep;
-- Numbers of deleted rows are not used again.
delete from sqlite_sequence where name = 'WorkflowStepRebuilt';
insert into sqlite_sequence (name, seq) select 'WorkflowStepRebuilt', seq from sqlite_sequence where name = 'WorkflowStep';

drop table WorkflowStep;
drop table WorkflowRun;
alter table WorkflowRunRebuilt rename to WorkflowRun;
alter table WorkflowStepRebuilt rename to WorkflowStep;
create index WorkflowRun_Log on WorkflowRun (MailboxWatcherLogId);
create index WorkflowRun_StartedAt on WorkflowRun (StartedAt);
