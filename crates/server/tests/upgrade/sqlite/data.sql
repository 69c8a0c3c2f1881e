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
INSERT INTO SchemaMigration VALUES(1,'foundation','2026-11-16 03:47:02',1,X'16b1af53bf4291ae70906d30cb4e858cd079f1334f89d76c749a59fc2c0719c82987cd7260266c6df4d85d6c1ee4c798',3656385);
INSERT INTO SchemaMigration VALUES(2,'batch threat','2026-11-16 03:47:02',1,X'9c986765dbdbcd47dab7f9f7ac2c0405ff74972f8f3d6d681cfeb0cc9adf5c762e8928948f6aa1af658855ce33641ee4',3953567);
INSERT INTO SchemaMigration VALUES(3,'strike edits','2026-11-16 03:47:02',1,X'b9a43218f7c4083e02ee38909c61214f5a1145f4d5805b77d62f4fb6f3bfb107c697df11764847da5c93e950c6c6c262',2473996);
CREATE TABLE LightningStrike (
    Id integer primary key autoincrement,
    Name varchar(50) not null check (length(Name) <= 50),
    Timestamp text not null check (Timestamp glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z' and julianday(Timestamp) is not null),
    Type varchar(50) not null check (length(Type) <= 50),
    Latitude decimal(9,6) not null check (Latitude between -90 and 90),
    Longitude decimal(9,6) not null check (Longitude between -180 and 180),
    Location text generated always as ('SRID=4326;POINT(' || Longitude || ' ' || Latitude || ')') stored,
    unique (Timestamp, Latitude, Longitude, Name, Type)
);
INSERT INTO LightningStrike VALUES(3,'ALERT','2026-11-16T03:19:12.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(4,'ALERT','2026-11-16T03:19:13.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(1,'ALERT','2026-11-16T03:19:22.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(2,'ALERT','2026-11-16T03:19:23.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(5,'ALERT','2026-11-16T03:19:42.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(6,'ALERT','2026-11-16T03:19:43.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(7,'ALERT','2026-11-16T03:19:52.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(8,'ALERT','2026-11-16T03:19:53.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(9,'ALERT','2026-11-16T03:20:02.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(10,'ALERT','2026-11-16T03:20:03.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(11,'ALERT','2026-11-16T03:20:12.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(12,'ALERT','2026-11-16T03:20:13.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(13,'ALERT','2026-11-16T03:20:22.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(14,'ALERT','2026-11-16T03:20:23.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(15,'ALERT','2026-11-16T03:20:32.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(16,'ALERT','2026-11-16T03:20:33.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(17,'ALERT','2026-11-16T03:20:42.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(18,'ALERT','2026-11-16T03:20:43.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
CREATE TABLE WorkflowEffect (
    EffectKey varchar(64) primary key check (length(EffectKey) = 64),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text not null
) without rowid;
INSERT INTO WorkflowEffect VALUES('19d66c39ad21d6648621cf9acf99aef517a62a1699610b67fe00e373c507f425','2026-11-16T03:47:08.248220Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('35bc8c30fa1b3682ad1a16a30bb79e29cabe6af8d9ebf1bfe73de5489c821fdd','2026-11-16T03:47:04.508267Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('41090963bd89958b4f231b9714e8b55b81007522b4d2071b4c1f8418b6e2a1f9','2026-11-16T03:47:08.039405Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('610496b5bbfe4640544a7c7f9bc1edb4607a4e0bfe60bd2c6378b277b08afaa3','2026-11-16T03:47:08.143286Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('784d5e5486a8e41bec1d529cd8b96b678c04619df896a8cfe8dd21b228de9acd','2026-11-16T03:47:05.215324Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('85c3b40fb6735ddae5b792e3667d995ed25577bc1a2ff21ae5585ce2008a2cbe','2026-11-16T03:47:03.706083Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('9a78485ce206d3e6fd6c1131b878901854a700b20c6c388c0a26b5cab0c16e26','2026-11-16T03:47:13.207261Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('b6a38781f9c614cbff6c882f56e2ce90f4b8de7c418eec83f073f3d57fa4dd69','2026-11-16T03:47:08.459207Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('f24b620bfad59ecd58bbe424eaff82ee933873c0fa4a3e302d6ed77621de214a','2026-11-16T03:47:08.363269Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
CREATE TABLE StrikeEdit (
    Edits integer not null
);
INSERT INTO StrikeEdit VALUES(0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('LightningStrike',18);
CREATE TRIGGER StrikeChanged after update on LightningStrike begin
    update StrikeEdit set Edits = Edits + 1;
end;
CREATE TRIGGER StrikeNumbered before insert on LightningStrike when new.Id <> -1 begin
    update StrikeEdit set Edits = Edits + 1;
end;
COMMIT;
