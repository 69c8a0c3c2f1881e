select hashtextextended(concat_ws(' ',
    (select concat_ws(' ', count(*), sum(Id), sum(xmin::text::bigint)) from organization.Facility),
    (select concat_ws(' ', count(*), sum(Id), sum(xmin::text::bigint)) from organization.Policy)
), 0) as version
