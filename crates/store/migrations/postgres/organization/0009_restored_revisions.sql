-- Which older revision a revision restores, and its time: the older one may have been purged. Null: it restores none.
alter table organization.Revision add column RestoresId bigint;
alter table organization.Revision add column RestoresAt timestamptz;
