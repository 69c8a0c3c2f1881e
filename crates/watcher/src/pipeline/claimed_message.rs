//! A message with its watcher and its log row, as read when the queue item started.

use stormwire_graph::MessageKey;
use stormwire_store::tables::log::{LogEntry, LogStatus};
use stormwire_store::tables::watcher::Watcher;
use stormwire_workflow::Run;

pub(super) struct ClaimedMessage {
    pub(super) watcher: Watcher,
    pub(super) log: LogEntry,
    pub(super) key: MessageKey,
    /// Nothing is sent, written or moved. A run ends as it began, also if the watcher is changed meanwhile.
    pub(super) is_test: bool,
}

impl ClaimedMessage {
    pub(super) fn new(watcher: Watcher, log: LogEntry) -> Self {
        let key = MessageKey::new(&log.message_key);
        let is_test = if log.status == LogStatus::Detected { watcher.fields.test_mode } else { log.is_test };
        Self { watcher, log, key, is_test }
    }

    pub(super) fn run(&self) -> Run {
        Run {
            run_id: self.log.run_id.clone(),
            log_id: self.log.id,
            watcher_id: self.watcher.id,
            message_key: self.log.message_key.clone(),
            force: self.log.force,
            is_test: self.is_test,
        }
    }
}
