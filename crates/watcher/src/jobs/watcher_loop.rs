//! The loops of one watcher, which differ in what they do and not in how they are queued.

use serde::{Deserialize, Serialize};
use stormwire_store::WatcherId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

macro_rules! watcher_loops {
    ($($(#[$doc:meta])* $name:ident = $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Serialize, Deserialize)]
        pub(crate) struct $name {
            #[serde(rename = "job")]
            pub(crate) watcher_id: WatcherId,
        }

        impl Job for $name {
            const KIND: &'static str = $kind;

            fn unique_key(&self) -> Option<String> {
                Some(self.watcher_id.to_string())
            }

            fn priority(&self) -> i64 {
                LOOP_PRIORITY
            }
        }
    )*};
}

watcher_loops! {
    /// Polls the watched folder.
    ReconcileJob = "Reconcile";
    /// Scans the whole watched folder.
    FullScanJob = "Listing";
    /// Sends test messages to the mailbox.
    CanaryJob = "Canary";
    /// Searches the Junk folder for mail of the vendor.
    JunkCheckJob = "JunkCheck";
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn stored_items_keep_their_kind_and_payload() {
        let watcher_id = WatcherId::new(3);
        let kinds = [ReconcileJob::KIND, FullScanJob::KIND, CanaryJob::KIND, JunkCheckJob::KIND];
        assert_eq!(kinds, ["Reconcile", "Listing", "Canary", "JunkCheck"]);
        let job = ReconcileJob { watcher_id };
        assert_eq!(serde_json::to_value(&job).unwrap(), json!({ "job": 3 }));
        assert_eq!((job.unique_key().as_deref(), job.priority()), (Some("3"), LOOP_PRIORITY));
    }
}
