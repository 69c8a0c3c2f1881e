select Version as version from organization.AerialTileVersion where Id = 1
