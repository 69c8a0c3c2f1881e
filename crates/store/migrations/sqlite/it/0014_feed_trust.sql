-- What decides whether silence of the vendor can be trusted.

-- Why the last poll failed, if waiting does not help. Null: it succeeded, or the cause may pass by itself.
alter table MailboxWatcherJob add column LastCheckErrorKind varchar(20) check (LastCheckErrorKind in ('SignIn', 'AccessDenied', 'NotFound', 'Settings'));
-- The last test of the mailbox by a person, if it failed. A test of the subscription is proved wrong by a subscription, the others by a poll.
alter table MailboxWatcherJob add column TestFailedStep varchar(20) check (TestFailedStep in ('Mailbox', 'Subscription'));
alter table MailboxWatcherJob add column TestError varchar(1000) check (length(TestError) <= 1000);

-- The newest message that passed the filters.
create index MailboxWatcherLog_Accepted on MailboxWatcherLog (MailboxWatcherJobId, ReceivedAt) where Status in ('Processing', 'DbComplete', 'Success', 'Failed');

-- Whether mail reaches the watched folder: the test message (canary) and the Junk folder. One row per watcher that feeds strikes.
create table DeliveryCheck (
    MailboxWatcherJobId integer primary key references MailboxWatcherJob (Id) on delete cascade,
    CanaryNonce varchar(64) check (length(CanaryNonce) between 1 and 64),
    CanarySentAt text check (CanarySentAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    CanaryAccepted boolean not null default false, -- false: the provider has not accepted it, or the process died before it knew
    CanaryError varchar(1000) check (length(CanaryError) <= 1000), -- why it could not be sent
    CanarySeenAt text check (CanarySeenAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    CanaryUnseenSince text check (CanaryUnseenSince glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- when the first one was sent after the last one that arrived
    JunkCount integer not null default 0 check (JunkCount >= 0), -- recent messages of the vendor in the Junk folder
    JunkNewestAt text check (JunkNewestAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);

-- The last heartbeat of a program that loads strikes itself: one row.
create table FeedHeartbeat (
    Id integer primary key check (Id = 1),
    ReceivedAt text not null check (ReceivedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
