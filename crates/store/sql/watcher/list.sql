select
    Id as id, Name as name, nullif(Description, '') as description, IsEnabled as is_enabled, MailboxAddress as mailbox_address,
    FolderPath as folder_path, FolderId as folder_id, FromFilter as from_filter, SubjectFilter as subject_filter,
    CredentialId as credential_id, Mode as mode, MoveOnProcess as move_on_process,
    IncludeAttachments as include_attachments, MaxAttachmentMb as max_attachment_mb,
    ReconciliationIntervalSeconds as reconciliation_interval_seconds, ProcessExisting as process_existing,
    LeaveUnmatched as leave_unmatched, SenderAuthentication as sender_authentication,
    ExpectEveryMinutes as expect_every_minutes, Resume as resume,
    Kind as kind, EventFacilityIds as facility_ids, EventStatuses as statuses, EventRings as rings,
    WatchedFolder as folder, FilePattern as pattern, RescanSeconds as rescan_seconds, StableSeconds as stable_seconds,
    MaxFileMb as max_file_mb, TestMode as test_mode,
    GraphSubscriptionId as graph_subscription_id, SubscriptionExpiresAt as subscription_expires_at,
    ClientState as sealed_client_state, DeltaLink as delta_link, EventCursor as event_cursor, LastNotificationAt as last_notification_at,
    LastRenewedAt as last_renewed_at, LastSubscriptionError as last_subscription_error,
    LastMessageReceived as last_message_received, LastMessageStatus as last_message_status,
    LastCheckedAt as last_checked_at, LastCheckFailedAt as last_check_failed_at, LastCheckError as last_check_error,
    LastListedAt as last_listed_at, SubscriptionSoughtAt as subscription_attempted_at,
    ClockDifferenceMs as clock_difference_ms, Health as health, HealthReason as health_reason,
    HealthChangedAt as health_changed_at, CreatedAt as created_at,
    LastCheckErrorKind as last_check_error_kind, TestFailedStep as test_failed_step, TestError as test_error,
    AwaitsSecrets as awaits_secrets
from it.MailboxWatcherJob
where Id = $1 or $1 is null
order by Name, Id
