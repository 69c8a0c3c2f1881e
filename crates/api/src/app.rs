//! What the handlers share.

use std::sync::Arc;
use stormwire_service::chance::Chance;
use stormwire_service::clock::Clock;
use stormwire_service::queue::Pulse;
use stormwire_service::store::Store;

/// The service as the HTTP side sees it.
#[derive(Clone)]
pub struct App {
    /// All rows.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Request ids.
    pub chance: Arc<dyn Chance>,
    /// The queue's sign of life.
    pub pulse: Pulse,
    /// The counters of this process, in Prometheus' text form.
    pub counters: Arc<dyn Fn() -> String + Send + Sync>,
}
