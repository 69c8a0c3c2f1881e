-- What starts the workflow of a watcher: a message, or a change of a facility's status. Files are not watched yet.
alter table it.MailboxWatcherJob add column Kind varchar(20) not null default 'Mailbox' check (Kind in ('Mailbox', 'File', 'StatusEvent'));

-- Which status events start it.
alter table it.MailboxWatcherJob add column EventFacilityIds text; -- JSON; null: of all facilities
alter table it.MailboxWatcherJob add column EventStatuses text; -- JSON: the new statuses; null: all
alter table it.MailboxWatcherJob add column EventRings boolean not null default false; -- changes of rings too
alter table it.MailboxWatcherJob add column EventCursor bigint; -- the last status event that was compared with the filters

alter table it.WorkflowRun drop constraint "workflowrun_Trigger_check";
alter table it.WorkflowRun add check ("Trigger" in ('MailboxWatcherJob', 'FileWatcherJob', 'StatusEvent'));
