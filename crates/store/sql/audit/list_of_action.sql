select
    'it' as schema_name, Id as id, At as at, Username as username, Action as action, Resource as resource,
    ResourceId as resource_id, Before as before_text, After as after_text, RequestId as request_id, Address as address
from it.Audit
where Action = $1 and At > $2
order by At desc, Id desc
limit $3
