insert into it.CitySettings (Id, Settings, ChangedAt) values (1, $1, $2)
on conflict (Id) do update set Settings = excluded.Settings, ChangedAt = excluded.ChangedAt
