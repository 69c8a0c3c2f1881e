delete from organization.MapLayer where Id = $1
