select id, kind, target_id, at, author, request_id, state
from (
    select Id as id, Kind as kind, TargetId as target_id, At as at, Author as author, RequestId as request_id, State as state
    from it.Revision
    union all
    select Id, Kind, TargetId, At, Author, RequestId, State
    from organization.Revision
) both_schemas
where kind = $1 and id = $2
