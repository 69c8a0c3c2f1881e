-- SQLite counts changes of strikes from here on. PostgreSQL keeps in each row which transaction wrote it.
select 1;
