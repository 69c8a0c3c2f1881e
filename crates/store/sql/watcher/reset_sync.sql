update it.MailboxWatcherJob set
    DeltaLink = null, LastListedAt = null, LastCheckedAt = null, LastCheckError = null, LastCheckErrorKind = null,
    TestFailedStep = null, TestError = null
where Id = $1
