-- What the loops know of a watcher, and lanes in the queue.

alter table it.MailboxWatcherJob
    add column LastCheckedAt timestamptz, -- the last good look at the folder
    add column LastCheckFailedAt timestamptz,
    add column LastCheckError varchar(4000), -- since the last good look
    add column LastListedAt timestamptz, -- the last full listing
    add column SubscriptionSoughtAt timestamptz, -- the end of the last attempt
    add column ClockDifferenceMs bigint, -- our clock ahead of the provider's, when last seen
    add column Health varchar(20) not null default 'Disabled' check (Health in ('Live', 'Degraded', 'Polling', 'Disabled')),
    add column HealthReason varchar(1000),
    add column HealthChangedAt timestamptz;

alter table it.MailboxWatcherLog
    add column NotifiedAt timestamptz, -- the first notification of it, whoever claimed it
    add column Force boolean not null default false; -- the operator wants effects repeated
create index MailboxWatcherLog_Job_Id on it.MailboxWatcherLog (MailboxWatcherJobId, Id);

-- Subscriptions that were ours: late notifications of theirs are no attack.
create table it.RetiredSubscription (
    Id varchar(200) primary key check (Id <> ''),
    RetiredAt timestamptz not null
);
create index RetiredSubscription_RetiredAt on it.RetiredSubscription (RetiredAt);

-- Items of one lane take turns: a process has only so many of them in hand.
alter table it.Queue add column Lane varchar(200) check (Lane <> '');
alter table it.Queue alter column Priority type bigint;
