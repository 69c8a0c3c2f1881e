update it.MailboxWatcherAction set
    Name = $3, ActionType = $4, Config = $5, "Order" = coalesce($6, "Order"), CredentialId = $7, IsPhaseOne = $8
where MailboxWatcherJobId = $1 and Id = $2
