-- PostgreSQL sends notifications about changes of strikes from here on. SQLite has one service, which polls.
select 1;
