update it.Queue set DueAt = $1 where State = 'Ready' and DueAt > $1
