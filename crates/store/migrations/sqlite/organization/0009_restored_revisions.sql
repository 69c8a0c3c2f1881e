-- Which older revision a revision restores, and its time: the older one may have been purged. Null: it restores none.
alter table Revision add column RestoresId integer;
alter table Revision add column RestoresAt text check (RestoresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');
