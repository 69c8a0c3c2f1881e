//! How often the loops run.

use std::time::Duration;
use stormwire_lightning::source::poll_interval;
use stormwire_store::tables::watcher::WatcherFields;

#[derive(Debug, Clone, Copy)]
pub struct Cadence {
    /// Between two polls of a mailbox. A watcher can set another interval, and one that feeds strikes polls more often.
    pub poll_interval: Duration,
    pub full_scan_interval: Duration,
    /// A subscription that expires sooner than this is renewed.
    pub renewal_margin: Duration,
    /// Between two checks of a subscription.
    pub renewal_check_interval: Duration,
    /// The lifetime to request from the provider.
    pub subscription_lifetime: Duration,
    /// Between two test messages to the mailbox of a watcher that feeds strikes; `None` if none are sent.
    pub canary_interval: Option<Duration>,
}

impl Cadence {
    pub(crate) fn poll_interval_of(&self, fields: &WatcherFields, feeds: bool) -> Duration {
        poll_interval(fields, feeds, self.poll_interval)
    }
}
