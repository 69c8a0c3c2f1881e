//! What the handlers share.

use crate::oidc_sign_in::OidcSignIn;
use ipnet::IpNet;
use std::ops::Deref;
use std::sync::{Arc, Once};
use stormwire_announce::EventSinks;
use stormwire_announce::push::PushSubscriptions;
use stormwire_city::accounts::{FirstRun, MetricsToken, SecurityLog, Sessions, SignIn, Tokens, Users};
use stormwire_city::city_settings::{CityIdentity, CitySettings};
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::Facilities;
use stormwire_city::map_layers::MapLayers;
use stormwire_city::policies::Policies;
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, Tiles};
use stormwire_clock::{Clock, Rng};
use stormwire_http::rate_limit::RateLimiter;
use stormwire_http::response_cache::ResponseCache;
use stormwire_http::stream_hub::StreamHub;
use stormwire_lightning::Lightning;
use stormwire_mailer::operator::OperatorMailer;
use stormwire_store::Store;
use stormwire_store::queue::Heartbeat;
use stormwire_watcher::Watchers;
use url::Url;

/// The state of the router. Cloned many times for each request, so it is one pointer.
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

/// Everything the router depends on.
pub struct AppParts {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    /// When the queue dispatcher last reached the queue.
    pub heartbeat: Heartbeat,
    /// Sends the test email to the operator.
    pub operator_mailer: Arc<OperatorMailer>,
    /// Renders the counters of this process in Prometheus' text format.
    pub counters: Arc<dyn Fn() -> String + Send + Sync>,
    /// With which Prometheus reads the metrics, without a user.
    pub metrics_token: Option<MetricsToken>,
    pub secrets: Secrets,
    pub sign_in: SignIn,
    /// Sign-in at an OpenID Connect provider, if it is configured.
    pub oidc: Option<OidcSignIn>,
    pub first_run: FirstRun,
    pub sessions: Sessions,
    pub security_log: SecurityLog,
    pub users: Users,
    pub tokens: Tokens,
    pub credentials: Credentials,
    pub facilities: Facilities,
    pub policies: Policies,
    pub event_sinks: EventSinks,
    pub city: CityIdentity,
    pub city_settings: CitySettings,
    pub watchers: Watchers,
    pub lightning: Lightning,
    pub response_cache: ResponseCache,
    /// The open event streams.
    pub streams: StreamHub,
    /// Limits anonymous requests per client address.
    pub rate_limiter: RateLimiter,
    /// Browsers that get notifications.
    pub push: PushSubscriptions,
    /// Limits new push subscriptions per client address.
    pub push_limiter: RateLimiter,
    pub tiles: Tiles,
    pub map_layers: MapLayers,
    pub media: Media,
    /// The address under which browsers and the mail provider reach this service.
    pub public_url: Arc<Url>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Arc<[IpNet]>,
    /// Done when the log has said that the header arrives although no proxy is trusted.
    pub proxy_warning: Once,
    /// A URI to report vulnerabilities to.
    pub security_contact: Option<String>,
}
