//! Builds the event sinks from the configuration.

use crate::deps::Deps;
use anyhow::Result;
use stormwire_announce::{DeliveryDeps, EventSinks};
use stormwire_city::config::Config;
use stormwire_workflow::HttpClient;

pub(crate) fn build(config: &Config, deps: &Deps) -> Result<EventSinks> {
    let Deps { store, clock, rng, secrets } = deps.clone();
    let http = HttpClient::new(clock.clone(), config.allow_addresses.clone())?;
    Ok(EventSinks::new(store, rng, secrets, DeliveryDeps { http, clock }))
}
