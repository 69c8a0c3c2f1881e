-- PostgreSQL has the function data.BatchThreat from here on. SQLite has no functions: the Sql handler serves the same name.
select 1;
