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
INSERT INTO SchemaMigration VALUES(1,'foundation','2026-11-16 04:38:47',1,X'16b1af53bf4291ae70906d30cb4e858cd079f1334f89d76c749a59fc2c0719c82987cd7260266c6df4d85d6c1ee4c798',2152868);
INSERT INTO SchemaMigration VALUES(2,'batch threat','2026-11-16 04:38:47',1,X'9c986765dbdbcd47dab7f9f7ac2c0405ff74972f8f3d6d681cfeb0cc9adf5c762e8928948f6aa1af658855ce33641ee4',4047109);
INSERT INTO SchemaMigration VALUES(3,'strike edits','2026-11-16 04:38:47',1,X'b9a43218f7c4083e02ee38909c61214f5a1145f4d5805b77d62f4fb6f3bfb107c697df11764847da5c93e950c6c6c262',4700255);
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
INSERT INTO LightningStrike VALUES(3,'ALERT','2026-11-16T04:10:58.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(4,'ALERT','2026-11-16T04:10:59.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(1,'ALERT','2026-11-16T04:11:08.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(2,'ALERT','2026-11-16T04:11:09.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(5,'ALERT','2026-11-16T04:11:28.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(6,'ALERT','2026-11-16T04:11:29.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(7,'ALERT','2026-11-16T04:11:38.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(8,'ALERT','2026-11-16T04:11:39.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(9,'ALERT','2026-11-16T04:11:48.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(10,'ALERT','2026-11-16T04:11:49.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(11,'ALERT','2026-11-16T04:11:58.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(12,'ALERT','2026-11-16T04:11:59.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(13,'ALERT','2026-11-16T04:12:08.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(14,'ALERT','2026-11-16T04:12:09.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(15,'ALERT','2026-11-16T04:12:18.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(16,'ALERT','2026-11-16T04:12:19.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(17,'ALERT','2026-11-16T04:12:28.000000Z','Ground Stroke Lightning',34.729999999999996874,-86.590000000000003407);
INSERT INTO LightningStrike VALUES(18,'ALERT','2026-11-16T04:12:29.000000Z','Ground Stroke Lightning',34.731000000000001649,-86.590000000000003407);
CREATE TABLE WorkflowEffect (
    EffectKey varchar(64) primary key check (length(EffectKey) = 64),
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Output text not null
) without rowid;
INSERT INTO WorkflowEffect VALUES('08a87096fb4e7d1b1f0c1ec55bc4b88474a15b17fc3fd896a1eb5e9f65404e9d','2026-11-16T04:38:53.287711Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('14a0eb7e99fe2e54ff1d3c411295fb1f2b047b29ce742bcd21a80ba63188697e','2026-11-16T04:38:53.179683Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('788817f9e20f201d8e0cb8d5c97deb742ab52935e0c42cb5db761f80e06f83bd','2026-11-16T04:38:53.483754Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('862c59b0c8d6d8dba2eb2b7ca1fc539080d79ba8532aa1eebf8a94046aab45c4','2026-11-16T04:38:58.266878Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('90a44a4d9d197b04202808f4757fdcb5e9e1625b311b2b0986a8e1784a2b220b','2026-11-16T04:38:49.680210Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('9574eae289ca7fe3b38de8a8b9892aadeba8aed65f32e1eb94c5f08f3ccb69e0','2026-11-16T04:38:48.945238Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('e4899f3eca5eb878b73a22794b55d787fd20dc3957a6c39ba034959e18b49075','2026-11-16T04:38:50.334678Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('eed0449e695436bdf942e5f1cec4d4bcf9c4570b2a54508a8bc3c1d4f44cd5bd','2026-11-16T04:38:53.395211Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
INSERT INTO WorkflowEffect VALUES('f6892e4f86407e06a96eea31445a1f27efec490e2866259e769e069391e3de21','2026-11-16T04:38:53.539717Z','{"Rows":2,"Inserted":2,"Updated":0,"Known":0}');
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
