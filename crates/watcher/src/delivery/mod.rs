//! Checks that the vendor's mail can reach the watched folder of a watcher that feeds strikes: test messages (canaries) that
//! must arrive, and the Junk folder, which must not contain mail of the vendor.
//!
//! [`canary_plan`] decides when a test message is sent, [`canary_loop`] sends it, [`canary_mark`] makes it recognizable.
//! The message pipeline recognizes it. [`junk_loop`] searches the Junk folder. What is found is judged by the feed.

mod canary_loop;
pub(crate) mod canary_mark;
mod canary_plan;
mod junk_loop;

use crate::mailboxes::Mailboxes;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;

pub(crate) struct DeliveryChecks {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    /// For the marks of test messages.
    pub(crate) rng: Arc<dyn Rng>,
    pub(crate) secrets: Secrets,
    pub(crate) mailboxes: Mailboxes,
    /// Between two test messages; `None` if none are sent.
    pub(crate) canary_interval: Option<Duration>,
}
