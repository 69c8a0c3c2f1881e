-- What a watcher may do without a person, and what it expects of its messages.
alter table it.MailboxWatcherJob
    add column LeaveUnmatched boolean not null default false, -- messages that the filters reject stay as they are
    add column SenderAuthentication varchar(20) not null default 'None' check (SenderAuthentication in ('None', 'Dmarc', 'Dkim')),
    add column ExpectEveryMinutes integer check (ExpectEveryMinutes >= 1), -- longer silence makes the feed unhealthy
    add column Resume varchar(20) not null default 'Manual' check (Resume in ('Manual', 'Automatic')); -- after a crash in Phase 1

-- A person has dismissed the row: it no longer counts against health and feed.
alter table it.MailboxWatcherLog
    add column DismissedAt timestamptz,
    add column DismissedBy varchar(200),
    add column ResumeCount integer not null default 0; -- automatic resumes since the message was detected or retried

-- SHA-256 of the action's settings when the step began: an interrupted run may continue only with the same ones.
alter table it.WorkflowStep add column ConfigHash varchar(64) check (length(ConfigHash) = 64);

drop view it.LogLine;
create view it.LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    DismissedAt as dismissed_at, DismissedBy as dismissed_by, ResumeCount as resume_count,
    lower(coalesce(Subject, '')) || chr(10)
        || lower((coalesce(FromAddress, '') || chr(10) || MessageKey) collate "C") as search_text
from it.MailboxWatcherLog;
