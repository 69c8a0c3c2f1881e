-- organization.db, attached as "organization": the city's places.

create table Facility (
    Id integer primary key autoincrement,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    Point text check (Point like '%POINT%(% %)'), -- EWKT in the city's feet: SRID=102629;POINT(x y)
    LatLongPoint text check (LatLongPoint like '%POINT%(% %)') -- EWKT: SRID=4326;POINT(lng lat)
);
create index Facility_Name on Facility (Name, Id);

create table AerialTile (
    Id integer primary key autoincrement,
    Slug varchar(100) not null check (length(Slug) between 1 and 100),
    Year integer not null check (Year between 1850 and 9999),
    Level varchar(3) not null check (Level in ('L01', 'L02', 'L03', 'L04', 'L05', 'L06', 'L07')),
    MinX double precision not null,
    MinY double precision not null,
    MaxX double precision not null,
    MaxY double precision not null,
    PixelWidth integer not null check (PixelWidth > 0),
    PixelHeight integer not null check (PixelHeight > 0),
    ImagePath varchar(300) not null check (length(ImagePath) <= 300), -- media/aerial/{slug}-{year}.jpg
    unique (Slug, Year),
    check (MinX < MaxX and MinY < MaxY)
);
create index AerialTile_Level on AerialTile (Level, MinX);

create table WorkflowEffect (
    EffectKey varchar(64) primary key check (length(EffectKey) = 64),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text not null
) without rowid;
