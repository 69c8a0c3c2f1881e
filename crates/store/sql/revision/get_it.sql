select Id as id, Kind as kind, TargetId as target_id, At as at, Author as author, RequestId as request_id, State as state,
    RestoresId as restores_id, RestoresAt as restores_at
from it.Revision
where Kind = $1 and Id = $2
