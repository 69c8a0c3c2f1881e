insert into it.EventSink (Name, Kind, Url, FacilityIds, Statuses, IsEnabled, PlannedThrough, CreatedAt)
values ($1, $2, $3, $4, $5, $6, (select coalesce(max(Id), 0) from it.StatusEvent), $7)
returning Id as id
