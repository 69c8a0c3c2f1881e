-- What each list of recipients was last told, so that it is told no more than it needs and of the end as well.

create table MailingList (
    ListKey varchar(64) primary key check (length(ListKey) = 64), -- of its recipients and of the numbers that decide
    State text not null check (json_valid(State)),
    ChangedAt text not null check (ChangedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
) without rowid;
