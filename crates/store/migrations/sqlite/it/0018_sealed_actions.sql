-- Secrets of actions, and what a credential may be used for.

-- Sealed: webhook URLs and header values by their JSON pointer in Config, which has a mask instead of each.
alter table MailboxWatcherAction add column Secrets text;

-- Null until the first start of this version decides it by the use of the credential.
alter table Credential add column Purpose varchar(20) check (Purpose in ('mailbox', 'http'));
-- The hosts that an action may send it to: a JSON array of names.
alter table Credential add column Hosts text not null default '[]' check (json_valid(Hosts));
