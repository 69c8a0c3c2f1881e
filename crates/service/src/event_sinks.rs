//! Builds the event sinks from the configuration.

use crate::deps::Deps;
use anyhow::Result;
use std::sync::Arc;
use stormwire_announce::{AnnouncingService, DeliveryDeps, EventSinks};
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::config::Config;
use stormwire_graph::tls;
use stormwire_lightning::Lightning;
use url::Url;

/// What alerts say about the service.
pub(crate) struct AlertSource {
    pub(crate) lightning: Lightning,
    pub(crate) city: CityIdentity,
    pub(crate) public_url: Url,
}

pub(crate) fn build(config: &Config, deps: &Deps, source: AlertSource) -> Result<EventSinks> {
    let Deps { store, clock, rng, secrets, .. } = deps.clone();
    let AlertSource { lightning, city, public_url } = source;
    let http = deps.http_client(config)?;
    let service = AnnouncingService {
        store: store.clone(),
        clock,
        rng: rng.clone(),
        lightning,
        city,
        public_url: Arc::new(public_url),
    };
    Ok(EventSinks::new(store, rng, secrets, DeliveryDeps::new(service, http, tls::client_config(true)?)))
}
