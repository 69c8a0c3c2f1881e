//! Dependencies of Web Push.

use std::sync::Arc;
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;
use stormwire_workflow::HttpClient;
use tokio::sync::Notify;
use url::Url;

/// Dependencies of both halves.
#[derive(Clone)]
pub struct PushDeps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secrets: Secrets,
    /// Checks the addresses of push services.
    pub http: HttpClient,
    /// A browser has subscribed in this process: wakes the sender if nobody was subscribed before.
    pub subscribed: Arc<Notify>,
}

/// Who sends.
#[derive(Clone)]
pub struct PushSource {
    pub city: CityIdentity,
    pub public_url: Url,
    /// Whom the operators of a push service can contact: a URL or `mailto:`.
    pub contact: String,
}
