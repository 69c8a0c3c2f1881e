update it.MailboxWatcherJob set
    LastCheckedAt = $2, LastCheckError = null, LastCheckErrorKind = null, ClockDifferenceMs = $3,
    TestError = case when TestFailedStep = 'Mailbox' then null else TestError end,
    TestFailedStep = case when TestFailedStep = 'Mailbox' then null else TestFailedStep end
where Id = $1
