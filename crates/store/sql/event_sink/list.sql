select Id as id, Name as name, Kind as kind, Url as url, FacilityIds as facility_ids, Statuses as statuses, IsEnabled as is_enabled,
    Secret as sealed_secret, PlannedThrough as planned_through, LastDeliveredEventId as last_delivered_event_id, LastError as last_error,
    AwaitsSecrets as awaits_secrets
from it.EventSink
where Id = $1 or $1 is null
order by Name, Id
