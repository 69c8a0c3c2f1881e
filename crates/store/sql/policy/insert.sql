insert into organization.Policy (Name, RadiusMiles, DangerMinutes, AllClearMinutes, HistoryHours, Rings)
values ($1, $2, $3, $4, $5, $6)
returning Id as id
