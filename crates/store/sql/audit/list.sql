select
    schema_name, id, at, username, action, resource, resource_id, before_text, after_text, request_id, address
from (
    select
        'it' as schema_name, Id as id, At as at, Username as username, Action as action, Resource as resource,
        ResourceId as resource_id, Before as before_text, After as after_text, RequestId as request_id, Address as address
    from it.Audit
    union all
    select
        'organization', Id, At, Username, Action, Resource, ResourceId, Before, After, RequestId, cast(null as varchar(45))
    from organization.Audit
) both_schemas
where (at < $1 or (at = $1 and (schema_name < $2 or (schema_name = $2 and id < $3))))
    and ($5 = '' or lower(username) = $5)
    and ($6 = '' or action = $6)
    and ($7 = '' or resource = $7)
    and at >= $8 and at <= $9
    and ($10 = '' or lower(
        username || ' ' || action || ' ' || resource || ' ' || coalesce(cast(resource_id as varchar(20)), '') || ' '
        || coalesce(address, '') || ' ' || coalesce(before_text, '') || ' ' || coalesce(after_text, '')
    ) like $10 escape '!')
order by at desc, schema_name desc, id desc
limit $4
