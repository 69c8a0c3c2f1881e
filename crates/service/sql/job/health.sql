update it.MailboxWatcherJob set
    Health = $2, HealthReason = $3, HealthChangedAt = case when Health = $2 then HealthChangedAt else $4 end
where Id = $1
