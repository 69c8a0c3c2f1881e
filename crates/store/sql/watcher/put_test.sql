update it.MailboxWatcherJob set TestFailedStep = $2, TestError = $3 where Id = $1
