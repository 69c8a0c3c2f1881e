-- The newest event of a facility itself is found without reading those of its rings.
create index StatusEvent_WithoutRing on it.StatusEvent (FacilityId, Id) where Ring is null;

-- Items that fail are few. Others, which are the work of a burst, are not in this index.
create index Queue_Failing on it.Queue (Kind) where FirstFailureAt is not null;
