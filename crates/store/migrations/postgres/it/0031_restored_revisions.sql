-- Which older revision a revision restores, and its time: the older one may have been purged. Null: it restores none.
alter table it.Revision add column RestoresId bigint;
alter table it.Revision add column RestoresAt timestamptz;
