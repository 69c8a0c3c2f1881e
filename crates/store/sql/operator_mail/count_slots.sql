select count(*) as slots from it.OperatorMailSlot where HourAt = $1 and Position is not null
