-- Counts the changes of AerialTile, whoever makes them: a service that keeps the tiles in memory sees at one glance whether
-- they are still the same.
create table organization.AerialTileVersion (
    Id integer primary key check (Id = 1),
    Version bigint not null
);
insert into organization.AerialTileVersion (Id, Version) values (1, 0);

-- Whoever may change a tile need not be allowed to change the count.
create function organization.AerialTile_Changed() returns trigger language plpgsql security definer
set search_path = organization, pg_temp as $$
begin
    update organization.AerialTileVersion set Version = Version + 1;
    return null;
end $$;

create trigger AerialTile_Changed after insert or update or delete or truncate on organization.AerialTile
for each statement execute function organization.AerialTile_Changed();
