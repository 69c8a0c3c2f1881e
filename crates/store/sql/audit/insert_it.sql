insert into it.Audit (At, Username, Action, Resource, ResourceId, Before, After, RequestId, Address)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning Id as id
