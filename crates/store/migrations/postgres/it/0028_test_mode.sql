-- Test mode: the workflow of a watcher runs without effects outside of the log.
alter table it.MailboxWatcherJob add column TestMode boolean not null default false;

-- The last run of the message was in test mode: nothing was sent or written, and the message was left in place.
alter table it.MailboxWatcherLog add column IsTest boolean not null default false;

drop view it.LogLine;
create view it.LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    DismissedAt as dismissed_at, DismissedBy as dismissed_by, ResumeCount as resume_count, IsTest as is_test,
    lower(coalesce(Subject, '')) || chr(10)
        || lower((coalesce(FromAddress, '') || chr(10) || MessageKey) collate "C") as search_text
from it.MailboxWatcherLog;
