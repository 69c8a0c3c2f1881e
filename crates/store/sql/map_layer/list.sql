select
    Id as id, Name as name, Kind as kind, Features as features, Vertices as vertices, Revision as revision,
    UpdatedAt as updated_at
from organization.MapLayer
order by Name, Id
