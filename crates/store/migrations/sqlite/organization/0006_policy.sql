-- The rules by which facilities are evaluated. A facility without one has policy 1, the city's default.
create table Policy (
    Id integer primary key autoincrement,
    Name varchar(100) not null unique check (length(Name) between 1 and 100),
    RadiusMiles double precision not null check (RadiusMiles > 0 and RadiusMiles <= 500),
    DangerMinutes double precision not null check (DangerMinutes > 0 and DangerMinutes <= 1440),
    AllClearMinutes double precision not null check (AllClearMinutes > 0 and AllClearMinutes <= 1440),
    HistoryHours double precision not null check (HistoryHours > 0 and HistoryHours <= 168),
    Rings text not null check (json_valid(Rings)) -- [{"name": "Watch", "radiusMiles": 15, "clearMinutes": 30}]
);
insert into Policy (Id, Name, RadiusMiles, DangerMinutes, AllClearMinutes, HistoryHours, Rings)
values (1, 'City default', 8, 30, 30, 8, '[]');

alter table Facility add column PolicyId integer references Policy (Id);
create index Facility_Policy on Facility (PolicyId);
