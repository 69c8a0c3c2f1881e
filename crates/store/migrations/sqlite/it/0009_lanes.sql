-- What is ready, lane by lane: a lane that has no room left is stepped over instead of being read through.

drop index Queue_Ready;
create index Queue_Ready on Queue (Lane, Priority desc, DueAt, Id) where State = 'Ready';
