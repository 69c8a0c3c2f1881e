select Name as name, Kind as kind, GeoJson as geojson from organization.MapLayer order by Name, Id
