-- Which mail to the operator was sent in which hour, and which waits for the digest of its hour.

create table it.OperatorMailSlot (
    Reason varchar(200) primary key,
    Subject varchar(200) not null,
    HourAt timestamptz not null,
    Position integer check (Position >= 1) -- in its hour; null: over the limit, reported in the digest
);
create index OperatorMailSlot_Hour on it.OperatorMailSlot (HourAt);
