select Id as id, Kind as kind, TargetId as target_id, At as at, Author as author, RequestId as request_id, State as state,
    RestoresId as restores_id, RestoresAt as restores_at
from organization.Revision
where Kind = $1 and TargetId = $2 and Id < $3
order by Id desc
limit $4
