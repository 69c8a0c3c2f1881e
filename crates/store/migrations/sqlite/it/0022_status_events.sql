-- Changes of the status of facilities. Ids increase in the order of the commits, so that a reader that remembers the last
-- id misses none; numbers of purged rows are not used again.
create table StatusEvent (
    Id integer primary key autoincrement,
    FacilityId integer not null, -- of organization.Facility; the facility may have been deleted since
    FacilityName varchar(200) not null check (length(FacilityName) <= 200),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- when the change was true
    NoticedAt text not null check (NoticedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- when the row was written
    "From" varchar(10) not null check ("From" in ('Active', 'Clearing', 'Clear', 'Unknown')),
    "To" varchar(10) not null check ("To" in ('Active', 'Clearing', 'Clear', 'Unknown')),
    Ring varchar(100) check (length(Ring) between 1 and 100), -- null: the status of the facility itself
    Cause varchar(10) not null check (Cause in ('Strike', 'Timer', 'Feed', 'Policy', 'Person')),
    StrikeId integer,
    Detail varchar(1000) check (length(Detail) <= 1000),
    check ("From" <> "To")
);
create index StatusEvent_Facility on StatusEvent (FacilityId, Id);
create index StatusEvent_NoticedAt on StatusEvent (NoticedAt);

-- The state of each facility and each of its rings after its last event: what the next change is compared with.
create table FacilityStatus (
    FacilityId integer not null,
    Ring varchar(100) not null check (length(Ring) <= 100), -- empty: the status of the facility itself
    FacilityName varchar(200) not null check (length(FacilityName) <= 200),
    Status varchar(10) not null check (Status in ('Active', 'Clearing', 'Clear', 'Unknown')),
    ChangedAt text not null check (ChangedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- the time of the last event
    WindowEndsAt text check (WindowEndsAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- the end of the last window, by the time of its last strike
    Anchor varchar(100) check (length(Anchor) <= 100), -- the position that was evaluated; null: none
    Rule varchar(200) not null check (length(Rule) <= 200), -- the parameters that were evaluated
    Revision integer not null check (Revision > 0), -- increases with every write
    primary key (FacilityId, Ring)
);
