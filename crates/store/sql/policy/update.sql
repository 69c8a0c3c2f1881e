update organization.Policy
set Name = $2, RadiusMiles = $3, DangerMinutes = $4, AllClearMinutes = $5, HistoryHours = $6, Rings = $7
where Id = $1
