-- PostgreSQL counts changes of strikes from here on. SQLite counts the commits to each file.
select 1;
