-- What the health of the strike feed needs to remember.

-- When the newest strike of the message struck, once its rows were written.
alter table it.MailboxWatcherLog add column NewestStrikeAt timestamptz;
create index MailboxWatcherLog_Strikes on it.MailboxWatcherLog (MailboxWatcherJobId, ReceivedAt) where NewestStrikeAt is not null;
create index MailboxWatcherLog_Failed on it.MailboxWatcherLog (MailboxWatcherJobId, DetectedAt) where Status = 'Failed';

-- What the operator was last told: one row.
create table it.FeedState (
    Id integer primary key check (Id = 1),
    Healthy boolean, -- null: no watcher feeds
    Reason varchar(1000),
    ChangedAt timestamptz not null
);
