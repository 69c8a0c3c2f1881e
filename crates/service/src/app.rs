//! What the HTTP routes need.

use crate::deps::Deps;
use anyhow::{Context, Result};
use ipnet::IpNet;
use std::sync::{Arc, Once};
use stormwire_announce::EventSinks;
use stormwire_announce::push::{PushDeps, PushSubscriptions};
use stormwire_api::{App, AppParts, OidcSignIn, RateLimiter, ResponseCache, StreamHub};
use stormwire_city::SlotLimits;
use stormwire_city::accounts::{FirstRun, MetricsToken, SecurityLog, Sessions, SignIn, Tokens, Users};
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::{Config, Server};
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::Facilities;
use stormwire_city::map_layers::MapLayers;
use stormwire_city::policies::Policies;
use stormwire_city::tiles::{Media, MediaBase, Tiles};
use stormwire_lightning::Lightning;
use stormwire_mailer::operator::OperatorMailer;
use stormwire_store::queue::Heartbeat;
use stormwire_watcher::Watchers;
use url::Url;

/// Of one client address, whether or not anonymous requests are limited. A visit renews all subscriptions of a browser.
const PUSH_SUBSCRIPTIONS_PER_SECOND: u32 = 5;

pub(crate) struct Parts {
    pub(crate) deps: Deps,
    pub(crate) city_settings: CitySettings,
    pub(crate) credentials: Credentials,
    pub(crate) watchers: Watchers,
    pub(crate) event_sinks: EventSinks,
    pub(crate) lightning: Lightning,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) operator_mailer: Arc<OperatorMailer>,
    pub(crate) push_deps: PushDeps,
    pub(crate) public_url: Url,
    pub(crate) media: Media,
    /// Renders the metrics that the process has counted.
    pub(crate) counters: Arc<dyn Fn() -> String + Send + Sync>,
}

/// Also for commands that change users and tokens.
pub fn security_log(server: &Server) -> Result<SecurityLog> {
    let path = server.security_log.clone();
    let name = path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    SecurityLog::open(path).with_context(|| {
        format!(
            "server.security_log: cannot write {name:?}; create its folder, or let the user of the service write to it"
        )
    })
}

pub(crate) fn app(parts: Parts, config: Config) -> Result<App> {
    let Parts { deps, city_settings, credentials, watchers, event_sinks, lightning, .. } = parts;
    let Parts { heartbeat, operator_mailer, push_deps, public_url, media, counters, .. } = parts;
    let metrics_token = config.metrics_token_file.as_deref().map(MetricsToken::load).transpose()?;
    let Config { server, session_limits, oidc, viewport_cap, .. } = config;
    let security_log = security_log(&server)?;
    let trusted_proxies: Arc<[IpNet]> = server.trusted_proxies.into();
    let stream_limits = SlotLimits { total: server.streams.total, per_address: server.streams.per_address };
    let Deps { store, clock, rng, secrets, .. } = deps;
    let places = city_settings.map();
    let sign_in = SignIn::new(store.clone(), clock.clone(), rng.clone())
        .with_limits(session_limits)
        .with_passwords(oidc.as_ref().is_none_or(|oidc| oidc.local_sign_in))
        .with_security_log(security_log.clone());
    let oidc = oidc.map(|oidc| OidcSignIn::new(oidc, &public_url, clock.clone())).transpose()?;
    let first_run = FirstRun::new(store.clone(), clock.clone(), rng.clone(), sign_in.clone(), security_log.clone());
    Ok(App::from(AppParts {
        sessions: Sessions::new(&sign_in),
        sign_in,
        oidc,
        first_run,
        users: Users::new(store.clone(), clock.clone(), rng.clone()).with_security_log(security_log.clone()),
        tokens: Tokens::new(store.clone(), clock.clone(), rng.clone()).with_security_log(security_log.clone()),
        security_log,
        tiles: Tiles::new(store.clone(), places.clone(), MediaBase::new(&server.media_url), viewport_cap),
        facilities: Facilities::new(store.clone(), clock.clone(), places),
        map_layers: MapLayers::new(store.clone(), clock.clone()),
        policies: Policies::new(store.clone(), clock.clone()),
        event_sinks,
        lightning,
        response_cache: ResponseCache::default(),
        streams: StreamHub::new(stream_limits, trusted_proxies.clone()),
        rate_limiter: RateLimiter::new(server.anonymous_per_second),
        push: PushSubscriptions::new(push_deps),
        push_limiter: RateLimiter::new(PUSH_SUBSCRIPTIONS_PER_SECOND),
        media,
        credentials,
        city: city_settings.identity(),
        city_settings,
        watchers,
        secrets,
        store,
        clock,
        rng,
        heartbeat,
        operator_mailer,
        counters,
        metrics_token,
        public_url: Arc::new(public_url),
        trusted_proxies,
        proxy_warning: Once::new(),
        security_contact: server.security_contact,
    }))
}
