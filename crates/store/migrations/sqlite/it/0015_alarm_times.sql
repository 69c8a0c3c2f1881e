-- How long an alarm takes, and when the feed could be trusted.

-- When the strikes of the message were written.
alter table MailboxWatcherLog add column StrikesStoredAt text check (StrikesStoredAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');
create index MailboxWatcherLog_StrikesStored on MailboxWatcherLog (StrikesStoredAt) where StrikesStoredAt is not null;

-- Times in which the health of the feed was checked and did not change. Between two rows nobody checked.
create table FeedPeriod (
    Id integer primary key,
    Healthy boolean not null,
    FromAt text not null check (FromAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    UntilAt text not null check (UntilAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
create index FeedPeriod_Until on FeedPeriod (UntilAt);
