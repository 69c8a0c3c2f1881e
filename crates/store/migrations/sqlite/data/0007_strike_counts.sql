-- PostgreSQL counts inserted strikes from here on. SQLite counts the strikes themselves.
select 1;
