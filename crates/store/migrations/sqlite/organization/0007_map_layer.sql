-- The city's own lines and areas (boundaries, roads, water, parks), which the map draws below everything else.
create table MapLayer (
    Id integer primary key autoincrement,
    Name varchar(100) not null unique check (length(Name) between 1 and 100),
    Kind varchar(20) not null check (Kind in ('boundary', 'road', 'water', 'park')),
    Features integer not null check (Features > 0),
    Vertices integer not null check (Vertices > 0),
    Revision integer not null check (Revision > 0), -- counts imports under this name
    UpdatedAt text not null check (UpdatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    GeoJson text not null check (json_valid(GeoJson)) -- the last column: reading the others does not read it
);
