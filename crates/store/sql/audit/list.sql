select
    schema_name, id, at, username, action, resource, resource_id, before_text, after_text, request_id
from (
    select
        'it' as schema_name, Id as id, At as at, Username as username, Action as action, Resource as resource,
        ResourceId as resource_id, Before as before_text, After as after_text, RequestId as request_id
    from it.Audit
    union all
    select
        'organization', Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId
    from organization.Audit
) both_schemas
where at < $1 or (at = $1 and (schema_name < $2 or (schema_name = $2 and id < $3)))
order by at desc, schema_name desc, id desc
limit $4
