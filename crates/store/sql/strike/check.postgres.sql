-- Visits only strikes with higher ids: the triggers count what is inserted and changed at any time, so $1 limits nothing.
with changed as (
    select cast(coalesce(sum(Edits), 0) as bigint) as edits, cast(coalesce(sum(Changes) - sum(Edits), 0) as bigint) as inserted
    from data.StrikeEdit
)
select
    edits, inserted - (select count(*) from data.LightningStrike where Id > $2) as count, cast(0 as bigint) as ids,
    cast((select max(Id) from data.LightningStrike) as bigint) as newest_id, inserted
from changed
where cast($1 as timestamptz) is not null
