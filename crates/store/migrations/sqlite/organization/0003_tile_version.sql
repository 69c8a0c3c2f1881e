-- Counts the changes of AerialTile, whoever makes them: a service that keeps the tiles in memory sees at one glance whether
-- they are still the same.
create table AerialTileVersion (
    Id integer primary key check (Id = 1),
    Version integer not null
);
insert into AerialTileVersion (Id, Version) values (1, 0);

create trigger AerialTile_Inserted after insert on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
create trigger AerialTile_Updated after update on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
create trigger AerialTile_Deleted after delete on AerialTile begin
    update AerialTileVersion set Version = Version + 1;
end;
