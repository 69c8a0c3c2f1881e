-- What a watcher may do without a person, and what it expects of its messages.
alter table MailboxWatcherJob add column LeaveUnmatched boolean not null default false; -- messages that the filters reject stay as they are
alter table MailboxWatcherJob add column SenderAuthentication varchar(20) not null default 'None' check (SenderAuthentication in ('None', 'Dmarc', 'Dkim'));
alter table MailboxWatcherJob add column ExpectEveryMinutes integer check (ExpectEveryMinutes >= 1); -- longer silence makes the feed unhealthy
alter table MailboxWatcherJob add column Resume varchar(20) not null default 'Manual' check (Resume in ('Manual', 'Automatic')); -- after a crash in Phase 1

-- A person has dismissed the row: it no longer counts against health and feed.
alter table MailboxWatcherLog add column DismissedAt text check (DismissedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z');
alter table MailboxWatcherLog add column DismissedBy varchar(200) check (length(DismissedBy) <= 200);
alter table MailboxWatcherLog add column ResumeCount integer not null default 0; -- automatic resumes since the message was detected or retried

-- SHA-256 of the action's settings when the step began: an interrupted run may continue only with the same ones.
alter table WorkflowStep add column ConfigHash varchar(64) check (length(ConfigHash) = 64);

drop view LogLine;
create view LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    DismissedAt as dismissed_at, DismissedBy as dismissed_by, ResumeCount as resume_count,
    lower(coalesce(Subject, '') || char(10) || coalesce(FromAddress, '') || char(10) || MessageKey) as search_text
from MailboxWatcherLog;
