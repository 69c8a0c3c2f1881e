delete from it.Revision
where Id in (
    select old.Id
    from it.Revision old
    where old.At < $1 and (
        old.State is null or exists (
            select 1 from it.Revision newer
            where newer.Kind = old.Kind and newer.TargetId = old.TargetId and newer.Id > old.Id
        )
    )
    order by old.At
    limit $2
)
