select hashtextextended(concat_ws(' ', count(*), sum(Id), sum(xmin::text::bigint)), 0) as version from organization.Facility
