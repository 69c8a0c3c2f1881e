update it.MailboxWatcherJob set
    Health = cast($2 as text), HealthReason = $3,
    HealthChangedAt = case when Health = cast($2 as text) then HealthChangedAt else $4 end
where Id = $1
