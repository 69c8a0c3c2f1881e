insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, Status, TriggerEvent, WorkflowRunId)
values ($1, $2, $3, 'Detected', $4, $5)
on conflict (MailboxWatcherJobId, MessageKey) do nothing
returning Id as id
