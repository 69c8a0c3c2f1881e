-- PostgreSQL evaluates each facility by its policy from here on.
select 1;
