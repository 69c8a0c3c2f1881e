update it.Queue set State = 'Ready', DueAt = $2, Attempts = 0, FirstFailureAt = null
where Id = $1 and State = 'Dead'
