update it.MailboxWatcherJob set CredentialId = $1 where CredentialId is null and Kind = 'Mailbox'
