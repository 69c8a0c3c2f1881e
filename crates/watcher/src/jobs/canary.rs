//! Sends test messages to the mailbox of one watcher.

use serde::{Deserialize, Serialize};
use stormwire_store::WatcherId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CanaryJob {
    #[serde(rename = "job")]
    pub(crate) watcher_id: WatcherId,
}

impl Job for CanaryJob {
    const KIND: &'static str = "Canary";

    fn unique_key(&self) -> Option<String> {
        Some(self.watcher_id.to_string())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
