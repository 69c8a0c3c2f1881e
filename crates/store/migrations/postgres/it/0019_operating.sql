-- SQLite rebuilds its audit table here.

-- The size of the database over time, for its growth per day.
create table it.DiskUse (
    MeasuredAt timestamptz primary key,
    Bytes bigint not null
);
