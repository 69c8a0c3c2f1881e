//! Deletes what a crash has left behind: subscriptions at the provider, working folders on disk.

use serde::{Deserialize, Serialize};
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct OrphanCleanupJob {}

impl Job for OrphanCleanupJob {
    const KIND: &'static str = "Strays";

    fn unique_key(&self) -> Option<String> {
        Some("all".to_owned())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
