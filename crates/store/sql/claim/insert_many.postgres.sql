insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, Status, TriggerEvent, WorkflowRunId, NotifiedAt)
select $1, message ->> 'key', $2, 'Detected', $3, message ->> 'run', $4
from jsonb_array_elements($5::text::jsonb) as message
on conflict (MailboxWatcherJobId, MessageKey) do nothing
returning Id as id, MessageKey as message_key, WorkflowRunId as run_id
