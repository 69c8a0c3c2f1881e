-- SQLite rebuilds its audit table here.
select 1;
