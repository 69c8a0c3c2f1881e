delete from organization.Revision
where Id in (
    select old.Id
    from organization.Revision old
    where old.At < $1 and (
        old.State is null or exists (
            select 1 from organization.Revision newer
            where newer.Kind = old.Kind and newer.TargetId = old.TargetId and newer.Id > old.Id
        )
    )
    order by old.At
    limit $2
)
