update it.MailboxWatcherJob set
    Name = $2, Description = coalesce($3, ''), IsEnabled = $4, MailboxAddress = $5, FolderPath = $6, FolderId = $7, FromFilter = $8,
    SubjectFilter = $9, CredentialId = $10, Mode = $11, MoveOnProcess = $12, IncludeAttachments = $13,
    MaxAttachmentMb = $14, ReconciliationIntervalSeconds = $15, ProcessExisting = $16, LeaveUnmatched = $17,
    SenderAuthentication = $18, ExpectEveryMinutes = $19, Resume = $20, UpdatedAt = $21, Kind = $22,
    EventFacilityIds = $23, EventStatuses = $24, EventRings = $25,
    WatchedFolder = $26, FilePattern = $27, RescanSeconds = $28, StableSeconds = $29, MaxFileMb = $30,
    TestMode = $31, AwaitsSecrets = false
where Id = $1
