//! Runs Phase 2 of a message that was filed.

use serde::{Deserialize, Serialize};
use stormwire_store::queue::Job;
use stormwire_store::{LogId, WatcherId};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PhaseTwoJob {
    #[serde(rename = "log")]
    pub(crate) log_id: LogId,
    /// Stored in a column of the queue, not in the payload.
    #[serde(skip)]
    lane: Option<String>,
}

impl PhaseTwoJob {
    pub(crate) fn new(log_id: LogId, watcher_id: WatcherId) -> Self {
        Self { log_id, lane: Some(format!("watcher {watcher_id} phase two")) }
    }

    pub(crate) fn key(log_id: LogId) -> String {
        log_id.to_string()
    }
}

impl Job for PhaseTwoJob {
    const KIND: &'static str = "PhaseTwo";

    fn unique_key(&self) -> Option<String> {
        Some(Self::key(self.log_id))
    }

    fn lane(&self) -> Option<String> {
        self.lane.clone()
    }
}
