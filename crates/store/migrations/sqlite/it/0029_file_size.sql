-- The size of a file when it was read. Null for messages, status events and files that were not read.
alter table MailboxWatcherLog add column SizeBytes integer check (SizeBytes >= 0);

drop view LogLine;
create view LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    DismissedAt as dismissed_at, DismissedBy as dismissed_by, ResumeCount as resume_count, IsTest as is_test,
    SizeBytes as size_bytes,
    lower(coalesce(Subject, '') || char(10) || coalesce(FromAddress, '') || char(10) || MessageKey) as search_text
from MailboxWatcherLog;
