select
    (select Edits from data.StrikeEdit) as edits, count(*) as count, coalesce(sum(Id & 4294967295), 0) as ids, 0 as stamps
from data.LightningStrike
where Timestamp >= $1 and Id <= $2
