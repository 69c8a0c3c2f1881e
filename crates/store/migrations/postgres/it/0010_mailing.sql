-- What each list of recipients was last told, so that it is told no more than it needs and of the end as well.

create table it.MailingList (
    ListKey varchar(64) primary key check (length(ListKey) = 64), -- of its recipients and of the numbers that decide
    State text not null check (State::jsonb is not null),
    ChangedAt timestamptz not null
);
