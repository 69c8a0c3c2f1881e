-- What is ready, lane by lane: a lane that has no room left is stepped over instead of being read through. What has no lane has
-- an index of its own, because PostgreSQL does not see that rows without a lane lie in order.

drop index it.Queue_Ready;
create index Queue_Ready on it.Queue (Lane, Priority desc, DueAt, Id) where State = 'Ready' and Lane is not null;
create index Queue_Ready_Alone on it.Queue (Priority desc, DueAt, Id) where State = 'Ready' and Lane is null;
