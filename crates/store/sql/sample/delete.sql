delete from it.ActionSample where MailboxWatcherActionId = $1 and Id = $2
