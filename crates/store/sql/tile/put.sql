insert into organization.AerialTile (Slug, Year, Level, MinX, MinY, MaxX, MaxY, PixelWidth, PixelHeight, ImagePath)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (Slug, Year) do update set
    Level = excluded.Level, MinX = excluded.MinX, MinY = excluded.MinY, MaxX = excluded.MaxX, MaxY = excluded.MaxY,
    PixelWidth = excluded.PixelWidth, PixelHeight = excluded.PixelHeight, ImagePath = excluded.ImagePath,
    ImageVersion = AerialTile.ImageVersion + 1
