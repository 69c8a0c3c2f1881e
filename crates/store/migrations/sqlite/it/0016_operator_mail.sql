-- Which mail to the operator was sent in which hour, and which waits for the digest of its hour.

create table OperatorMailSlot (
    Reason varchar(200) primary key check (length(Reason) <= 200),
    Subject varchar(200) not null check (length(Subject) <= 200),
    HourAt text not null check (HourAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Position integer check (Position >= 1) -- in its hour; null: over the limit, reported in the digest
) without rowid;
create index OperatorMailSlot_Hour on OperatorMailSlot (HourAt);
