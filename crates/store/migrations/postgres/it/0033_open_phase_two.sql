-- Messages whose Phase 2 has not ended are few. Those of a watcher that is deleted are found without reading the log.
create index MailboxWatcherLog_SecondPhaseOpen on it.MailboxWatcherLog (MailboxWatcherJobId)
    where PhaseTwoStatus in ('Queued', 'Running');
