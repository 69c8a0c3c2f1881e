-- data.db, attached as "data": what the workflows write.

create table LightningStrike (
    Id integer primary key autoincrement,
    Name varchar(50) not null check (length(Name) <= 50),
    Timestamp text not null check (Timestamp glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z' and julianday(Timestamp) is not null),
    Type varchar(50) not null check (length(Type) <= 50),
    Latitude decimal(9,6) not null check (Latitude between -90 and 90),
    Longitude decimal(9,6) not null check (Longitude between -180 and 180),
    Location text generated always as ('SRID=4326;POINT(' || Longitude || ' ' || Latitude || ')') stored,
    unique (Timestamp, Latitude, Longitude, Name, Type)
);

-- Written in the transaction of the effect itself, so that a SQL effect happens once whatever dies in between.
create table WorkflowEffect (
    EffectKey varchar(64) primary key check (length(EffectKey) = 64),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text not null
) without rowid;
