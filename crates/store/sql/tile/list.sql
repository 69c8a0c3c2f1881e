select
    Id as id, Slug as slug, Year as year, Level as level, MinX as min_x, MinY as min_y, MaxX as max_x, MaxY as max_y,
    PixelWidth as pixel_width, PixelHeight as pixel_height, ImagePath as image_path, ImageVersion as image_version
from organization.AerialTile
order by Id
