-- What an administrator has set about the city in the portal: name, time zone, coordinate system, bounds. Keys of the
-- configuration file win.
create table it.CitySettings (
    Id integer primary key check (Id = 1),
    Settings text not null check (Settings::jsonb is not null),
    ChangedAt timestamptz not null
);
