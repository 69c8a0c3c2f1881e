-- There is only one record.
select 0 where $1 is null
