update it.EventSink set Name = $2, Kind = $3, Url = $4, FacilityIds = $5, Statuses = $6, IsEnabled = $7, AwaitsSecrets = false where Id = $1
