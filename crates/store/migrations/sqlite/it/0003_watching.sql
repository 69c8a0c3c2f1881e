-- What the loops know of a watcher, and lanes in the queue.

alter table MailboxWatcherJob add column LastCheckedAt text check (LastCheckedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'); -- the last good look at the folder
alter table MailboxWatcherJob add column LastCheckFailedAt text check (LastCheckFailedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');
alter table MailboxWatcherJob add column LastCheckError varchar(4000) check (length(LastCheckError) <= 4000); -- since the last good look
alter table MailboxWatcherJob add column LastListedAt text check (LastListedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'); -- the last full listing
alter table MailboxWatcherJob add column SubscriptionSoughtAt text check (SubscriptionSoughtAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'); -- the end of the last attempt
alter table MailboxWatcherJob add column ClockDifferenceMs integer; -- our clock ahead of the provider's, when last seen
alter table MailboxWatcherJob add column Health varchar(20) not null default 'Disabled' check (Health in ('Live', 'Degraded', 'Polling', 'Disabled'));
alter table MailboxWatcherJob add column HealthReason varchar(1000) check (length(HealthReason) <= 1000);
alter table MailboxWatcherJob add column HealthChangedAt text check (HealthChangedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');

alter table MailboxWatcherLog add column NotifiedAt text check (NotifiedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'); -- the first notification of it, whoever claimed it
alter table MailboxWatcherLog add column Force boolean not null default false; -- the operator wants effects repeated
create index MailboxWatcherLog_Job_Id on MailboxWatcherLog (MailboxWatcherJobId, Id);

-- Subscriptions that were ours: late notifications of theirs are no attack.
create table RetiredSubscription (
    Id varchar(200) primary key check (length(Id) between 1 and 200),
    RetiredAt text not null check (RetiredAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
) without rowid;
create index RetiredSubscription_RetiredAt on RetiredSubscription (RetiredAt);

-- Items of one lane take turns: a process has only so many of them in hand.
alter table Queue add column Lane varchar(200) check (length(Lane) between 1 and 200);
