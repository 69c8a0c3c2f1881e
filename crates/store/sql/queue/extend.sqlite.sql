update it.Queue set LeaseUntil = $1
where ProcessId = $2 and State = 'Leased' and Id in (select value from json_each($3))
