//! A message with its watcher and its log row, as read when the queue item started.

use stormwire_graph::MessageKey;
use stormwire_store::tables::log::LogEntry;
use stormwire_store::tables::watcher::Watcher;
use stormwire_workflow::Run;

pub(super) struct ClaimedMessage {
    pub(super) watcher: Watcher,
    pub(super) log: LogEntry,
    pub(super) key: MessageKey,
}

impl ClaimedMessage {
    pub(super) fn new(watcher: Watcher, log: LogEntry) -> Self {
        let key = MessageKey::new(&log.message_key);
        Self { watcher, log, key }
    }

    pub(super) fn run(&self) -> Run {
        Run {
            run_id: self.log.run_id.clone(),
            log_id: self.log.id,
            watcher_id: self.watcher.id,
            message_key: self.log.message_key.clone(),
            force: self.log.force,
        }
    }
}
