-- Secrets of actions, and what a credential may be used for.

-- Sealed: webhook URLs and header values by their JSON pointer in Config, which has a mask instead of each.
alter table it.MailboxWatcherAction add column Secrets text;

alter table it.Credential
    -- Null until the first start of this version decides it by the use of the credential.
    add column Purpose varchar(20) check (Purpose in ('mailbox', 'http')),
    -- The hosts that an action may send it to: a JSON array of names.
    add column Hosts text not null default '[]' check (Hosts::jsonb is not null);
