-- What decides whether silence of the vendor can be trusted.

alter table it.MailboxWatcherJob
    -- Why the last poll failed, if waiting does not help. Null: it succeeded, or the cause may pass by itself.
    add column LastCheckErrorKind varchar(20) check (LastCheckErrorKind in ('SignIn', 'AccessDenied', 'NotFound', 'Settings')),
    -- The last test of the mailbox by a person, if it failed. A test of the subscription is proved wrong by a subscription, the others by a poll.
    add column TestFailedStep varchar(20) check (TestFailedStep in ('Mailbox', 'Subscription')),
    add column TestError varchar(1000);

-- The newest message that passed the filters.
create index MailboxWatcherLog_Accepted on it.MailboxWatcherLog (MailboxWatcherJobId, ReceivedAt) where Status in ('Processing', 'DbComplete', 'Success', 'Failed');

-- Whether mail reaches the watched folder: the test message (canary) and the Junk folder. One row per watcher that feeds strikes.
create table it.DeliveryCheck (
    MailboxWatcherJobId bigint primary key references it.MailboxWatcherJob (Id) on delete cascade,
    CanaryNonce varchar(64) check (length(CanaryNonce) between 1 and 64),
    CanarySentAt timestamptz,
    CanaryAccepted boolean not null default false, -- false: the provider has not accepted it, or the process died before it knew
    CanaryError varchar(1000), -- why it could not be sent
    CanarySeenAt timestamptz,
    CanaryUnseenSince timestamptz, -- when the first one was sent after the last one that arrived
    JunkCount integer not null default 0 check (JunkCount >= 0), -- recent messages of the vendor in the Junk folder
    JunkNewestAt timestamptz
);

-- The last heartbeat of a program that loads strikes itself: one row.
create table it.FeedHeartbeat (
    Id integer primary key check (Id = 1),
    ReceivedAt timestamptz not null
);
