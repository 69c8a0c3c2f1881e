//! Builds the watchers from the configuration.

use crate::deps::Deps;
use anyhow::{Context, Result};
use std::sync::Arc;
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::config::Config;
use stormwire_city::facilities::CityMap;
use stormwire_clock::Clock;
use stormwire_lightning::{FeedRules, PlausibleArea};
use stormwire_mailer::operator::{OperatorMailer, OperatorTransport};
use stormwire_mailer::{GraphSender, Smtp};
use stormwire_watcher::{Cadence, WatcherDeps, Watchers};
use stormwire_workflow::{CityProfile, Runner, handlers};
use url::Url;

/// None if no mail server is configured.
fn smtp(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Smtp>> {
    Ok(config.smtp.as_ref().map(|smtp| Smtp::new(smtp, clock.clone())).transpose()?)
}

pub fn operator_mailer(config: &Config, deps: &Deps, public_url: &Url) -> Result<OperatorMailer> {
    let operator = config.operator_email.as_deref();
    let transport = match &config.operator_graph {
        Some(graph) => Some(OperatorTransport::Graph(Box::new(GraphSender {
            graph: Arc::new(deps.graph_client(config)?),
            store: deps.store.clone(),
            secrets: deps.secrets.clone(),
            from: graph.from.parse().context("operator.from")?,
            credential: graph.credential.clone(),
        }))),
        None => smtp(config, &deps.clock)?.map(OperatorTransport::Smtp),
    };
    OperatorMailer::new(transport, operator, public_url.clone()).context("operator.email")
}

/// Mail from it is ours.
fn own_address(config: &Config) -> Option<String> {
    let graph = config.operator_graph.as_ref().map(|graph| &graph.from);
    graph.or(config.smtp.as_ref().map(|smtp| &smtp.from)).cloned()
}

pub(crate) fn feed_rules(config: &Config) -> FeedRules {
    let plausible_area = PlausibleArea { radius: config.plausible_radius, bounds: config.city.bounds };
    FeedRules {
        poll_interval: config.watch.reconciliation,
        plausible_area,
        external_silence: config.external_silence,
        canary_interval: config.watch.canary,
    }
}

/// What handlers know about the city. It may change while the service runs.
pub(crate) struct LiveCity {
    pub(crate) map: Arc<CityMap>,
    pub(crate) identity: CityIdentity,
}

/// Commands neither subscribe nor get notifications, so any public URL will do.
pub fn build_for_command(config: &Config, deps: &Deps) -> Result<Watchers> {
    let public_url = config.server.public_url.clone().map_or_else(|| "http://127.0.0.1".parse(), Ok)?;
    build(config, deps, &public_url)
}

/// For commands: the city does not change while one runs.
pub fn build(config: &Config, deps: &Deps, public_url: &Url) -> Result<Watchers> {
    let city = &config.city;
    let map = Arc::new(CityMap::new(city.crs.clone(), city.bounds));
    let identity = CityIdentity::new(&city.name, city.timezone.clone());
    build_in(LiveCity { map, identity }, config, deps, public_url)
}

/// `public_url` is the address under which the mail provider reaches this service.
pub(crate) fn build_in(city: LiveCity, config: &Config, deps: &Deps, public_url: &Url) -> Result<Watchers> {
    let Deps { store, clock, rng, secrets, .. } = deps.clone();
    let webhook = |name: &str| format!("{}/webhooks/graph/{name}", public_url.as_str().trim_end_matches('/'));
    let feed_rules = feed_rules(config);
    let handler_deps = handlers::Deps {
        store: store.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        graph: Arc::new(deps.graph_client(config)?),
        http: deps.http_client(config)?,
        smtp: smtp(config, &clock)?,
        city: CityProfile { identity: city.identity, url: public_url.to_string(), feed_rules },
        city_map: city.map,
    };
    Ok(Watchers::new(WatcherDeps {
        runner: Runner::new(store.clone(), clock.clone(), secrets.clone(), handlers::all_handlers(&handler_deps)),
        graph: handler_deps.graph,
        cadence: Cadence {
            poll_interval: config.watch.reconciliation,
            full_scan_interval: config.watch.full_listing,
            renewal_margin: config.watch.renewal_margin,
            renewal_check_interval: config.watch.renewal_check,
            subscription_lifetime: config.watch.subscription,
            canary_interval: config.watch.canary,
        },
        notification_url: webhook("mail"),
        lifecycle_url: webhook("lifecycle"),
        // Absolute, because steps store paths of files for later readers.
        work_folder: std::path::absolute(&config.paths.work).unwrap_or_else(|_| config.paths.work.clone()),
        file_roots: config.file_roots.clone(),
        own_address: own_address(config),
        plausible_area: feed_rules.plausible_area,
        started_at: clock.now(),
        secrets,
        store,
        clock,
        rng,
    }))
}
