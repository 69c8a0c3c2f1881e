-- Watchers of a folder: what they read. Other kinds keep the defaults.
alter table it.MailboxWatcherJob
    add column WatchedFolder varchar(1000), -- absolute
    add column FilePattern varchar(200) not null default '*',
    add column RescanSeconds integer not null default 60 check (RescanSeconds > 0),
    add column StableSeconds integer not null default 2 check (StableSeconds >= 0), -- without a change, before a file is claimed
    add column MaxFileMb integer not null default 50 check (MaxFileMb > 0);
