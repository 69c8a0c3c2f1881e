//! Builds Web Push from the configuration.

use crate::deps::Deps;
use anyhow::Result;
use std::sync::Arc;
use stormwire_announce::push::{PushDeps, PushSource};
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::config::Config;
use url::Url;

pub(crate) fn deps(config: &Config, deps: &Deps) -> Result<PushDeps> {
    let Deps { store, clock, rng, secrets, .. } = deps.clone();
    let http = deps.http_client(config)?;
    Ok(PushDeps { store, clock, rng, secrets, http, subscribed: Arc::default() })
}

/// Push services get the contact for security reports, or the address of the service.
pub(crate) fn source(config: &Config, city: CityIdentity, public_url: &Url) -> PushSource {
    let contact = config.server.security_contact.clone().unwrap_or_else(|| public_url.to_string());
    PushSource { city, public_url: public_url.clone(), contact }
}
