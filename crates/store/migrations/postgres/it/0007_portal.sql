-- What the portal asks of a log of a million rows: the newest of a status, of one watcher or of all, and how many there are.

create index MailboxWatcherLog_Status_DetectedAt on it.MailboxWatcherLog (Status, DetectedAt, Id);
create index MailboxWatcherLog_Job_Status_DetectedAt on it.MailboxWatcherLog (MailboxWatcherJobId, Status, DetectedAt, Id);
