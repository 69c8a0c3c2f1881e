-- What the health of the strike feed needs to remember.

-- When the newest strike of the message struck, once its rows were written.
alter table MailboxWatcherLog add column NewestStrikeAt text check (NewestStrikeAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');
create index MailboxWatcherLog_Strikes on MailboxWatcherLog (MailboxWatcherJobId, ReceivedAt) where NewestStrikeAt is not null;
create index MailboxWatcherLog_Failed on MailboxWatcherLog (MailboxWatcherJobId, DetectedAt) where Status = 'Failed';

-- What the operator was last told: one row.
create table FeedState (
    Id integer primary key check (Id = 1),
    Healthy boolean, -- null: no watcher feeds
    Reason varchar(1000) check (length(Reason) <= 1000),
    ChangedAt text not null check (ChangedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
