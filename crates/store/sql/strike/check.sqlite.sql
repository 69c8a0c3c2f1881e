select
    cast(coalesce((select sum(Edits) from data.StrikeEdit), 0) as bigint) as edits, count(*) as count,
    cast(coalesce(sum(Id & 4294967295), 0) as bigint) as ids,
    (select max(Id) from data.LightningStrike) as newest_id, null as inserted
from data.LightningStrike
-- The plus keeps SQLite from visiting the rows of the whole table: the index by time has the ids, too.
where Timestamp >= $1 and +Id <= $2
