select
    cast(coalesce((select sum(Edits) from data.StrikeEdit), 0) as bigint) as edits, count(*) as count,
    cast(coalesce(sum(Id & 4294967295), 0) as bigint) as ids
from data.LightningStrike
where Timestamp >= $1 and Id <= $2
