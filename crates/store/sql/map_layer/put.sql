insert into organization.MapLayer (Name, Kind, Features, Vertices, Revision, UpdatedAt, GeoJson)
values ($1, $2, $3, $4, 1, $5, $6)
on conflict (Name) do update set
    Kind = excluded.Kind, Features = excluded.Features, Vertices = excluded.Vertices,
    Revision = MapLayer.Revision + 1, UpdatedAt = excluded.UpdatedAt, GeoJson = excluded.GeoJson
