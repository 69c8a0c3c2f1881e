-- What an administrator has set about the city in the portal: name, time zone, coordinate system, bounds. Keys of the
-- configuration file win.
create table CitySettings (
    Id integer primary key check (Id = 1),
    Settings text not null check (json_valid(Settings)),
    ChangedAt text not null check (ChangedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
