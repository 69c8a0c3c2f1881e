select it.PushSubscription.Id as id, Endpoint as endpoint, P256dh as p256dh, Auth as auth, Language as language, Attempts as attempts,
    it.StatusEvent.Id as event_id, it.StatusEvent.FacilityId as facility_id, FacilityName as facility_name, At as at, "To" as status
from it.PushSubscription
join it.StatusEvent on it.StatusEvent.Id = PendingEventId
where NextAttemptAt <= $1 and IsKnownService = $2
order by NextAttemptAt, it.PushSubscription.Id
limit $3
