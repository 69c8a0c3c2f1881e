insert into it.MailboxWatcherJob (
    Name, Description, IsEnabled, MailboxAddress, FolderPath, FolderId, FromFilter, SubjectFilter, CredentialId, Mode,
    MoveOnProcess, IncludeAttachments, MaxAttachmentMb, ReconciliationIntervalSeconds, ProcessExisting, CreatedAt, UpdatedAt
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
returning Id as id
