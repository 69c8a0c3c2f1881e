-- A row of the log as it is read, with the text that is searched, in small letters. Addresses and keys are ASCII, for which the
-- collation "C" is several times as fast.
create view it.LogLine as
select
    Id as id, MailboxWatcherJobId as job_id, MessageKey as message_key, InternetMessageId as internet_message_id,
    Subject as subject, FromAddress as from_address, ReceivedAt as received_at, DetectedAt as detected_at,
    ProcessedAt as processed_at, Status as status, PhaseTwoStatus as phase_two_status, ErrorMessage as error_message,
    TriggerEvent as trigger_event, NotifiedAt as notified_at, WorkflowRunId as run_id, Force as force,
    lower(coalesce(Subject, '')) || chr(10)
        || lower((coalesce(FromAddress, '') || chr(10) || MessageKey) collate "C") as search_text
from it.MailboxWatcherLog;

-- What succeeded and was not followed by what should have: looked for by whoever has to mend it.
create index MailboxWatcherLog_SecondPhaseFailed on it.MailboxWatcherLog (DetectedAt, Id) where PhaseTwoStatus = 'Failed';
