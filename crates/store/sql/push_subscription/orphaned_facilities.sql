select distinct FacilityId as id
from it.PushSubscription
where FacilityId not in (select Id from organization.Facility)
