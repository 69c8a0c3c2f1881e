select
    (select count(*) from it.MailboxWatcherJob where CredentialId = $1)
    + (select count(*) from it.MailboxWatcherAction where CredentialId = $1) as uses
