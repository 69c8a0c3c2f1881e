-- A row of the log as it is read, with the text that is searched, in small letters.
create view LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    lower(coalesce(Subject, '') || char(10) || coalesce(FromAddress, '') || char(10) || MessageKey) as search_text
from MailboxWatcherLog;

-- What succeeded and was not followed by what should have: looked for by whoever has to mend it.
create index MailboxWatcherLog_SecondPhaseFailed on MailboxWatcherLog (DetectedAt, Id) where PhaseTwoStatus = 'Failed';
