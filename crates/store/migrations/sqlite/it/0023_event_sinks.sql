-- Systems that are notified of status events, and which of them has got which event.

create table EventSink (
    Id integer primary key autoincrement,
    Name varchar(100) not null unique check (length(Name) between 1 and 100),
    Kind varchar(10) not null check (Kind in ('Webhook', 'Cap', 'Mqtt')),
    Url varchar(2000) not null check (length(Url) between 1 and 2000),
    Secret text, -- sealed: signs webhooks, or the password of a broker
    FacilityIds text check (json_valid(FacilityIds)), -- a JSON array; null: all facilities
    Statuses text check (json_valid(Statuses)), -- a JSON array; null: all statuses
    IsEnabled boolean not null,
    PlannedThrough integer not null check (PlannedThrough >= 0), -- the last event that was compared with the filters
    LastDeliveredEventId integer,
    LastError varchar(1000) check (length(LastError) <= 1000),
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);

-- One row for each event that a sink gets. The event is in StatusEvent; both are purged together.
create table EventDelivery (
    EventSinkId integer not null references EventSink (Id) on delete cascade,
    EventId integer not null,
    FacilityId integer not null,
    Status varchar(10) not null check (Status in ('Waiting', 'Delivered', 'Failed', 'Skipped')),
    Attempts integer not null default 0 check (Attempts >= 0),
    NextAttemptAt text not null check (NextAttemptAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    RetryUntil text not null check (RetryUntil glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- an attempt that fails after this time is the last one
    DeliveredAt text check (DeliveredAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastError varchar(1000) check (length(LastError) <= 1000),
    primary key (EventSinkId, EventId)
) without rowid;
-- Events of a facility are delivered in order: only the first of them is tried.
create index EventDelivery_Waiting on EventDelivery (EventSinkId, FacilityId, EventId) where Status = 'Waiting';
create index EventDelivery_Event on EventDelivery (EventId);
