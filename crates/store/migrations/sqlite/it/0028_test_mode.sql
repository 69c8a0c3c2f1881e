-- Test mode: the workflow of a watcher runs without effects outside of the log.
alter table MailboxWatcherJob add column TestMode boolean not null default false;

-- The last run of the message was in test mode: nothing was sent or written, and the message was left in place.
alter table MailboxWatcherLog add column IsTest boolean not null default false;

drop view LogLine;
create view LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    DismissedAt as dismissed_at, DismissedBy as dismissed_by, ResumeCount as resume_count, IsTest as is_test,
    lower(coalesce(Subject, '') || char(10) || coalesce(FromAddress, '') || char(10) || MessageKey) as search_text
from MailboxWatcherLog;
