select
    cast(0 as bigint) as edits, count(*) as count,
    cast(coalesce(sum(cast(Id as bigint) & 4294967295), 0) as bigint) as ids,
    cast(coalesce(sum(xmin::text::bigint), 0) as bigint) as stamps
from data.LightningStrike
where Timestamp >= $1 and Id <= $2
