update it.Queue set ProcessId = $1 where ProcessId = $2 and State = 'Leased'
