//! What the handlers share.

use crate::City;
use crate::access::Allowance;
use crate::lightning::Shelf;
use ipnet::IpNet;
use std::ops::Deref;
use std::sync::Arc;
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::Facilities;
use stormwire_city::people::{SignIn, Tokens, Users};
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, Tiles};
use stormwire_clock::{Clock, Rng};
use stormwire_lightning::Lightning;
use stormwire_store::Store;
use stormwire_store::queue::Pulse;
use stormwire_watcher::Watch;
use url::Url;

/// The service as the HTTP side sees it. The router clones it many times for each request, so it is one pointer.
#[derive(Clone)]
pub struct App(Arc<AppParts>);

impl From<AppParts> for App {
    fn from(parts: AppParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// What the service is made of.
pub struct AppParts {
    /// All rows.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Request ids.
    pub chance: Arc<dyn Rng>,
    /// The queue's sign of life.
    pub pulse: Pulse,
    /// The counters of this process, in Prometheus' text form.
    pub counters: Arc<dyn Fn() -> String + Send + Sync>,
    /// The keys.
    pub secrets: Secrets,
    /// The door.
    pub sign_in: SignIn,
    /// The users.
    pub users: Users,
    /// The API tokens.
    pub tokens: Tokens,
    /// The credentials.
    pub credentials: Credentials,
    /// The facilities.
    pub facilities: Facilities,
    /// What people are told about the city.
    pub city: City,
    /// The watchers.
    pub watch: Watch,
    /// The lightning.
    pub lightning: Lightning,
    /// Its answers at hand.
    pub shelf: Shelf,
    /// How often one address may ask what anyone may ask.
    pub allowance: Allowance,
    /// The aerial tiles.
    pub tiles: Tiles,
    /// Their images.
    pub media: Media,
    /// Under which address people reach us.
    pub public_url: Arc<Url>,
    /// Networks whose `X-Forwarded-For` counts.
    pub trusted_proxies: Arc<[IpNet]>,
}
