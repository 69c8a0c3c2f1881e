-- it.db, attached as "it". Lengths and their reasons: docs/schema.md.
-- SQLite keeps no lengths, so a check stands where PostgreSQL has varchar(n).
-- Times are fixed-width text with six decimals (2025-05-01T12:00:00.000000Z): text order is time order.

create table Credential (
    Id integer primary key autoincrement,
    Name varchar(200) not null unique check (length(Name) between 1 and 200),
    ClientId varchar(200) not null check (length(ClientId) <= 200),
    ClientSecret text not null, -- encrypted
    Namespace varchar(200) not null check (length(Namespace) <= 200), -- tenant id
    SecretExpiresAt text check (SecretExpiresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    UpdatedAt text not null check (UpdatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);

create table MailboxWatcherJob (
    Id integer primary key autoincrement,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    Description varchar(2000) not null default '' check (length(Description) <= 2000),
    IsEnabled boolean not null default false,
    MailboxAddress varchar(320) not null check (length(MailboxAddress) <= 320),
    FolderPath varchar(1000) not null default 'Inbox' check (length(FolderPath) <= 1000),
    FolderId varchar(1000) check (length(FolderId) <= 1000),
    FromFilter varchar(320) check (length(FromFilter) <= 320),
    SubjectFilter varchar(998) check (length(SubjectFilter) <= 998),
    CredentialId integer references Credential (Id),
    Mode varchar(20) not null default 'Subscription' check (Mode in ('Subscription', 'PollOnly')),
    MoveOnProcess boolean not null default true,
    IncludeAttachments boolean not null default false,
    MaxAttachmentMb integer not null default 10 check (MaxAttachmentMb > 0),
    ReconciliationIntervalSeconds integer check (ReconciliationIntervalSeconds > 0),
    ProcessExisting boolean, -- null: never said, which counts as true but asks before a full folder
    GraphSubscriptionId varchar(200) check (length(GraphSubscriptionId) <= 200),
    SubscriptionExpiresAt text check (SubscriptionExpiresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    ClientState text, -- encrypted
    DeltaLink text,
    LastNotificationAt text check (LastNotificationAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastRenewedAt text check (LastRenewedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastSubscriptionError varchar(4000) check (length(LastSubscriptionError) <= 4000),
    LastMessageReceived text check (LastMessageReceived glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastMessageStatus varchar(20) check (LastMessageStatus in ('Detected', 'Processing', 'DbComplete', 'Success', 'Failed', 'Skipped')),
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    UpdatedAt text not null check (UpdatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
create index MailboxWatcherJob_CredentialId on MailboxWatcherJob (CredentialId);

create table MailboxWatcherAction (
    Id integer primary key autoincrement,
    MailboxWatcherJobId integer not null references MailboxWatcherJob (Id) on delete cascade,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    ActionType varchar(50) not null check (length(ActionType) <= 50),
    Config text not null check (json_valid(Config)),
    "Order" integer not null,
    CredentialId integer references Credential (Id),
    IsPhaseOne boolean not null default true
);
create index MailboxWatcherAction_Job on MailboxWatcherAction (MailboxWatcherJobId, "Order", Id);
create index MailboxWatcherAction_CredentialId on MailboxWatcherAction (CredentialId);

-- No foreign key to the job: the log is the record of what was done and outlives the watcher.
create table MailboxWatcherLog (
    Id integer primary key autoincrement,
    MailboxWatcherJobId integer not null,
    MessageKey varchar(512) not null check (length(MessageKey) between 1 and 512),
    InternetMessageId varchar(998) check (length(InternetMessageId) <= 998),
    Subject varchar(998) check (length(Subject) <= 998),
    FromAddress varchar(320) check (length(FromAddress) <= 320),
    ReceivedAt text check (ReceivedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    DetectedAt text not null check (DetectedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    ProcessedAt text check (ProcessedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Status varchar(20) not null check (Status in ('Detected', 'Processing', 'DbComplete', 'Success', 'Failed', 'Skipped')),
    PhaseTwoStatus varchar(20) not null default 'None' check (PhaseTwoStatus in ('None', 'Queued', 'Running', 'Success', 'Failed')),
    ErrorMessage varchar(4000) check (length(ErrorMessage) <= 4000),
    TriggerEvent varchar(20) not null check (TriggerEvent in ('Notification', 'Reconciliation', 'Manual')),
    WorkflowRunId varchar(36) not null check (length(WorkflowRunId) <= 36),
    unique (MailboxWatcherJobId, MessageKey)
);
create index MailboxWatcherLog_DetectedAt on MailboxWatcherLog (DetectedAt, Id);
create index MailboxWatcherLog_Job_DetectedAt on MailboxWatcherLog (MailboxWatcherJobId, DetectedAt, Id);
create index MailboxWatcherLog_Open on MailboxWatcherLog (MailboxWatcherJobId, Status) where Status in ('Detected', 'Processing', 'DbComplete');

create table WorkflowRun (
    Id varchar(36) primary key check (length(Id) <= 36),
    "Trigger" varchar(50) not null check ("Trigger" in ('MailboxWatcherJob')),
    MailboxWatcherJobId integer not null,
    MailboxWatcherLogId integer not null references MailboxWatcherLog (Id),
    Status varchar(20) not null check (Status in ('Running', 'Success', 'Failed', 'Skipped')),
    StartedAt text not null check (StartedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    FinishedAt text check (FinishedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Context text -- as Phase 1 left it, encrypted; gone when Phase 2 has ended
) without rowid;
create index WorkflowRun_Log on WorkflowRun (MailboxWatcherLogId);
create index WorkflowRun_StartedAt on WorkflowRun (StartedAt);

create table WorkflowStep (
    Id integer primary key autoincrement,
    WorkflowRunId varchar(36) not null references WorkflowRun (Id) on delete cascade,
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
    unique (WorkflowRunId, Phase, "Order")
);

-- What reached outside: the intent before, the outcome after. Output is what a retry puts into the context instead.
create table WorkflowEffect (
    Id integer primary key autoincrement,
    MailboxWatcherJobId integer not null,
    MessageKey varchar(512) not null check (length(MessageKey) <= 512),
    MailboxWatcherActionId integer not null,
    RequestHash varchar(64) not null check (length(RequestHash) = 64),
    State varchar(20) not null check (State in ('Intended', 'Done', 'Failed')),
    IntendedAt text not null check (IntendedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    FinishedAt text check (FinishedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text,
    unique (MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash)
);

create table WorkOrder (
    Id integer primary key autoincrement,
    EffectKey varchar(64) unique check (length(EffectKey) = 64),
    ServiceCode varchar(100) not null check (length(ServiceCode) <= 100),
    Description varchar(4000) not null default '' check (length(Description) <= 4000),
    AddressString varchar(500) check (length(AddressString) <= 500),
    Latitude decimal(9,6) check (Latitude between -90 and 90),
    Longitude decimal(9,6) check (Longitude between -180 and 180),
    Attributes text not null default '{}' check (json_valid(Attributes)),
    Status varchar(20) not null default 'Open' check (Status in ('Open', 'Closed')),
    MailboxWatcherLogId integer,
    RequestedAt text not null check (RequestedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    UpdatedAt text not null check (UpdatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);

-- The processes that work here. A lease belongs to one of them and is free at once when that one is gone.
create table Process (
    Id integer primary key autoincrement,
    Host varchar(255) not null check (length(Host) <= 255),
    Pid integer not null,
    StartedAt text not null check (StartedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);

-- Work that waits, is in hand, or has been given up. Finished work leaves the table.
create table Queue (
    Id integer primary key autoincrement,
    Kind varchar(50) not null check (length(Kind) between 1 and 50),
    UniqueKey varchar(200) check (length(UniqueKey) between 1 and 200), -- at most one row per kind and key
    Payload text not null check (json_valid(Payload)),
    Priority integer not null default 0, -- larger first
    State varchar(10) not null default 'Ready' check (State in ('Ready', 'Leased', 'Dead')),
    DueAt text not null check (DueAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Attempts integer not null default 0, -- in a row, since the last success
    Lease integer not null default 0, -- counts every take; a finish with an older number is dropped
    LeaseUntil text check (LeaseUntil glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    RecalledAt text check (RecalledAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- asked for again while in hand: due then
    ProcessId integer,
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    FirstFailureAt text check (FirstFailureAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- of the present row of failures
    LastSuccessAt text check (LastSuccessAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastFailureAt text check (LastFailureAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastError varchar(4000) check (length(LastError) <= 4000),
    unique (Kind, UniqueKey),
    check ((State = 'Leased') = (ProcessId is not null and LeaseUntil is not null))
);
create index Queue_Ready on Queue (Priority desc, DueAt, Id) where State = 'Ready';
create index Queue_Leased on Queue (LeaseUntil) where State = 'Leased';
