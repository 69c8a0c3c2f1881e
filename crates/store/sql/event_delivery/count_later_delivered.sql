select count(*) as later
from it.EventDelivery d
where d.EventSinkId = $1 and d.EventId > $2 and d.Status = 'Delivered'
    and d.FacilityId = (select FacilityId from it.EventDelivery where EventSinkId = $1 and EventId = $2)
