-- Watchers of a folder: what they read. Other kinds keep the defaults.
alter table MailboxWatcherJob add column WatchedFolder varchar(1000) check (length(WatchedFolder) <= 1000); -- absolute
alter table MailboxWatcherJob add column FilePattern varchar(200) not null default '*' check (length(FilePattern) <= 200);
alter table MailboxWatcherJob add column RescanSeconds integer not null default 60 check (RescanSeconds > 0);
alter table MailboxWatcherJob add column StableSeconds integer not null default 2 check (StableSeconds >= 0); -- without a change, before a file is claimed
alter table MailboxWatcherJob add column MaxFileMb integer not null default 50 check (MaxFileMb > 0);
