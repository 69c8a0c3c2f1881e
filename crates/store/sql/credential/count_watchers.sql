select count(*) as uses from it.MailboxWatcherJob where CredentialId = $1
