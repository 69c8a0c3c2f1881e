//! Builds the event sinks from the configuration.

use crate::deps::Deps;
use anyhow::Result;
use std::sync::Arc;
use stormwire_announce::{CapAlerts, DeliveryDeps, EventSinks, HttpSender};
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::config::Config;
use stormwire_lightning::Lightning;
use stormwire_workflow::HttpClient;
use url::Url;

/// What alerts say about the city.
pub(crate) struct AlertSource {
    pub(crate) lightning: Lightning,
    pub(crate) city: CityIdentity,
    pub(crate) public_url: Url,
}

pub(crate) fn build(config: &Config, deps: &Deps, source: AlertSource) -> Result<EventSinks> {
    let Deps { store, clock, rng, secrets } = deps.clone();
    let AlertSource { lightning, city, public_url } = source;
    let http = HttpClient::new(clock.clone(), config.allow_addresses.clone())?;
    let cap = CapAlerts::new(store.clone(), lightning, city, Arc::new(public_url));
    Ok(EventSinks::new(store, rng, secrets, DeliveryDeps { sender: HttpSender { http, clock }, cap }))
}
