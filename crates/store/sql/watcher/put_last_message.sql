update it.MailboxWatcherJob set
    LastMessageReceived = case when LastMessageReceived > $2 then LastMessageReceived else coalesce($2, LastMessageReceived) end,
    LastMessageStatus = $3
where Id = $1
