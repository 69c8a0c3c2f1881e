select
    'it' as schema_name, a.Id as id, a.At as at, a.Username as username, a.Action as action, a.Resource as resource,
    a.ResourceId as resource_id, a.Before as before_text, a.After as after_text, a.RequestId as request_id,
    a.Address as address
from it.Audit a
where a.Action = $1 and a.At > $2 and case
    when $4 = '' then not exists (select 1 from it.UserAccount u where lower(u.Username) = lower(a.Username))
    else lower(a.Username) = lower($4)
end
order by a.At desc, a.Id desc
limit $3
