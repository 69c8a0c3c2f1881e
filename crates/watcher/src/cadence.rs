//! How often the loops run.

use std::time::Duration;
use stormwire_store::tables::watcher::WatcherFields;

#[derive(Debug, Clone, Copy)]
pub struct Cadence {
    /// Between two polls of a mailbox, unless its watcher has an interval of its own.
    pub reconciliation: Duration,
    /// Between two listings of the whole folder.
    pub full_listing: Duration,
    /// A subscription that expires sooner than this is renewed.
    pub renewal_margin: Duration,
    /// Between two checks of a subscription.
    pub renewal_check: Duration,
    /// The lifetime asked of the provider.
    pub subscription: Duration,
}

impl Cadence {
    pub(crate) fn poll_interval(&self, fields: &WatcherFields) -> Duration {
        let own = fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        own.map_or(self.reconciliation, Duration::from_secs)
    }
}
