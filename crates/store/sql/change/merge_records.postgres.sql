with merged as (
    delete from data.StrikeEdit
    where Id in (select Id from data.StrikeEdit order by Id limit $1) and (select count(*) from data.StrikeEdit) > 1
    returning Changes, Edits
)
insert into data.StrikeEdit (Changes, Edits)
select sum(Changes), sum(Edits) from merged having count(*) > 0
