//! Searches the Junk folder of one watcher for mail of the vendor.

use serde::{Deserialize, Serialize};
use stormwire_store::WatcherId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JunkCheckJob {
    #[serde(rename = "job")]
    pub(crate) watcher_id: WatcherId,
}

impl Job for JunkCheckJob {
    const KIND: &'static str = "JunkCheck";

    fn unique_key(&self) -> Option<String> {
        Some(self.watcher_id.to_string())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
