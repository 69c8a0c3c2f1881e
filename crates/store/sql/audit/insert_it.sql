insert into it.Audit (At, Username, Action, Resource, ResourceId, Before, After, RequestId)
values ($1, $2, $3, $4, $5, $6, $7, $8)
