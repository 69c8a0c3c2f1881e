//! Web Push: a browser gets a notification when the status of a facility changes, also while no page is open.
//!
//! Messages are encrypted for the browser (RFC 8291, [`encryption`]) and signed with the key of this service (RFC 8292,
//! [`vapid`]); the push service in between reads neither. [`subscriptions`] is what browsers call, [`sender`] is the duty of
//! one process: it turns events into pending notifications ([`plan`]) and sends them.

mod encryption;
mod endpoint;
mod error;
mod key_store;
mod message;
mod plan;
mod request;
mod sender;
mod subscriptions;
mod vapid;

pub use error::{PushError, SubscribeError};
pub use sender::{PushSender, WebPushJob};
pub use subscriptions::{PushSubscriptions, SubscriptionInput};

use std::sync::Arc;
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;
use stormwire_workflow::HttpClient;
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
}

/// Who sends.
#[derive(Clone)]
pub struct PushSource {
    pub city: CityIdentity,
    pub public_url: Url,
    /// Whom the operators of a push service can contact: a URL or `mailto:`.
    pub contact: String,
}
