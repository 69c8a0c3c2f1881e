//! How often the loops run.

use std::time::Duration;
use stormwire_store::tables::watcher::WatcherFields;

#[derive(Debug, Clone, Copy)]
pub struct Cadence {
    /// Between two polls of a mailbox. A watcher can set another interval.
    pub poll_interval: Duration,
    pub full_scan_interval: Duration,
    /// A subscription that expires sooner than this is renewed.
    pub renewal_margin: Duration,
    /// Between two checks of a subscription.
    pub renewal_check_interval: Duration,
    /// The lifetime to request from the provider.
    pub subscription_lifetime: Duration,
}

impl Cadence {
    pub(crate) fn poll_interval_of(&self, fields: &WatcherFields) -> Duration {
        let seconds = fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        seconds.map_or(self.poll_interval, Duration::from_secs)
    }
}
