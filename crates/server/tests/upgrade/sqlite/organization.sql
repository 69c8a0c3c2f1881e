PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE SchemaMigration (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO SchemaMigration VALUES(1,'foundation','2026-11-16 04:38:47',1,X'9ed94bd0ea70c75c3da4bb49c4dbddc9e209074f229d447e95cf900f23777ccde0c0fab4fd485826ba96ef57c1e739c1',650291);
INSERT INTO SchemaMigration VALUES(2,'audit','2026-11-16 04:38:47',1,X'a8a486583a93f3fff124e9d06f203106adaf49ae828f3df76c3cfa1eb9dfacb111e0fae3f6a9e81a77c94f16693a9e49',484199);
INSERT INTO SchemaMigration VALUES(3,'tile version','2026-11-16 04:38:47',1,X'847fa5acc85167015ad74af10319a8fc34ec84b7c5c7c9fb23287b5ae6721ea117a158029c0abb000d6c671bd6b973fe',423864);
INSERT INTO SchemaMigration VALUES(4,'image version','2026-11-16 04:38:47',1,X'63af68756cd89f20a7ee925c2e2704a1c60f5292f7ec1a0cc4cdeea53dfc14fc6807a4780dfd86f450c74ba0ff39f598',477851);
CREATE TABLE Facility (
    Id integer primary key autoincrement,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    Point text check (Point like '%POINT%(% %)'), -- EWKT in the city's feet: SRID=102629;POINT(x y)
    LatLongPoint text check (LatLongPoint like '%POINT%(% %)') -- EWKT: SRID=4326;POINT(lng lat)
);
INSERT INTO Facility VALUES(1,'Aquatic Center','SRID=102629;POINT(429981.86750591954 1539962.5131191039)','SRID=4326;POINT(-86.5861 34.73040000000001)');
INSERT INTO Facility VALUES(2,'Ball Fields East','SRID=102629;POINT(385884.58684277907 1511496.8249031384)','SRID=4326;POINT(-86.73200000000001 34.6512)');
INSERT INTO Facility VALUES(3,'Storage Yard',NULL,NULL);
CREATE TABLE AerialTile (
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
    ImagePath varchar(300) not null check (length(ImagePath) <= 300), ImageVersion integer not null default 1, -- media/aerial/{slug}-{year}.jpg
    unique (Slug, Year),
    check (MinX < MaxX and MinY < MaxY)
);
INSERT INTO AerialTile VALUES(1,'downtown',2024,'L01',1000.0,1999.25,1000.75,2000.0,1,1,'media/aerial/downtown-2024.png',1);
CREATE TABLE WorkflowEffect (
    EffectKey varchar(64) primary key check (length(EffectKey) = 64),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text not null
) without rowid;
CREATE TABLE Audit (
    Id integer primary key autoincrement,
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Username varchar(100) not null check (length(Username) <= 100),
    Action varchar(50) not null check (length(Action) <= 50),
    Resource varchar(50) not null check (length(Resource) <= 50),
    ResourceId integer,
    Before text check (json_valid(Before)),
    After text check (json_valid(After)),
    RequestId varchar(64) check (length(RequestId) <= 64)
);
INSERT INTO Audit VALUES(1,'2026-11-16T04:38:48.179910Z','command line','import','facility',NULL,NULL,'{"facilities":3}',NULL);
INSERT INTO Audit VALUES(2,'2026-11-16T04:38:48.205908Z','command line','import','aerial-tile',NULL,NULL,'{"tiles":1}',NULL);
INSERT INTO Audit VALUES(3,'2026-11-16T04:38:48.391537Z','ada','update','facility',2,'{"name":"Ball Fields","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}','{"name":"Ball Fields East","point":{"x":385884.58684277907,"y":1511496.8249031384},"latLongPoint":{"lat":34.6512,"lng":-86.73200000000001}}','0abbad0c-a264-4462-9017-2f88ee14da39');
CREATE TABLE AerialTileVersion (
    Id integer primary key check (Id = 1),
    Version integer not null
);
INSERT INTO AerialTileVersion VALUES(1,1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('Facility',3);
INSERT INTO sqlite_sequence VALUES('Audit',3);
INSERT INTO sqlite_sequence VALUES('AerialTile',1);
CREATE INDEX Facility_Name on Facility (Name, Id);
CREATE INDEX AerialTile_Level on AerialTile (Level, MinX);
CREATE INDEX Audit_At on Audit (At, Id);
CREATE TRIGGER AerialTile_Inserted after insert on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
CREATE TRIGGER AerialTile_Updated after update on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
CREATE TRIGGER AerialTile_Deleted after delete on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
COMMIT;
