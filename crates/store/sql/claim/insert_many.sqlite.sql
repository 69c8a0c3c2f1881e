insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, Status, TriggerEvent, WorkflowRunId, NotifiedAt)
select $1, value ->> 'key', $2, 'Detected', $3, value ->> 'run', $4
from json_each($5)
where true
on conflict (MailboxWatcherJobId, MessageKey) do nothing
returning Id as id, MessageKey as message_key, WorkflowRunId as run_id
