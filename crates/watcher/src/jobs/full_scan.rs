//! Scans the whole watched folder of one watcher.

use serde::{Deserialize, Serialize};
use stormwire_store::WatcherId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FullScanJob {
    #[serde(rename = "job")]
    pub(crate) watcher_id: WatcherId,
}

impl Job for FullScanJob {
    const KIND: &'static str = "Listing";

    fn unique_key(&self) -> Option<String> {
        Some(self.watcher_id.to_string())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
