insert into it.MailboxWatcherAction (MailboxWatcherJobId, Name, ActionType, Config, "Order", CredentialId, IsPhaseOne)
values ($1, $2, $3, $4, coalesce($5, (
    select coalesce(max("Order"), 0) + 1 from it.MailboxWatcherAction where MailboxWatcherJobId = $1
)), $6, $7)
returning Id as id
