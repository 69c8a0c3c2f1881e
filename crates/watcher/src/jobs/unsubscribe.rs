//! Deletes a subscription at the provider that no watcher uses any more.

use serde::{Deserialize, Serialize};
use stormwire_store::CredentialId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct UnsubscribeJob {
    #[serde(rename = "subscription")]
    pub(crate) subscription_id: String,
    #[serde(rename = "credential")]
    pub(crate) credential_id: Option<CredentialId>,
    pub(crate) mailbox: String,
}

impl Job for UnsubscribeJob {
    const KIND: &'static str = "Unsubscribe";

    fn unique_key(&self) -> Option<String> {
        Some(self.subscription_id.clone())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}
