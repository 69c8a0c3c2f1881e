-- Texts that an action is tried on at every save, with what it found in them when they were kept.

create table ActionSample (
    Id integer primary key autoincrement,
    MailboxWatcherActionId integer not null references MailboxWatcherAction (Id) on delete cascade,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    Text text not null,
    Expected text not null check (json_valid(Expected)),
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
create index ActionSample_Action on ActionSample (MailboxWatcherActionId);
