//! Assesses the health of all watchers and the status of all credentials.

use serde::{Deserialize, Serialize};
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct HealthJob {}

impl Job for HealthJob {
    const KIND: &'static str = "WatcherHealth";

    fn unique_key(&self) -> Option<String> {
        Some("all".to_owned())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
