//! Dependencies that the parts of the service share.

use anyhow::{Context, Result};
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng};
use stormwire_graph::{GraphClient, GraphOptions, HttpDoor};
use stormwire_store::Store;
use stormwire_workflow::HttpClient;

/// What a process gets from outside.
#[derive(Clone)]
pub struct Surroundings {
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    /// What makes the HTTP calls, to the mail provider and to receivers. None: clients of our own.
    pub network: Option<Arc<dyn HttpDoor>>,
}

impl Surroundings {
    /// Those of the machine.
    pub fn system() -> Self {
        Self { clock: Arc::new(SystemClock), rng: Arc::new(SystemRng), network: None }
    }
}

#[derive(Clone)]
pub struct Deps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secrets: Secrets,
    network: Option<Arc<dyn HttpDoor>>,
}

impl Deps {
    pub fn new(store: Store, surroundings: &Surroundings, secrets: Secrets) -> Self {
        let Surroundings { clock, rng, network } = surroundings.clone();
        Self { store, clock, rng, secrets, network }
    }

    /// For commands.
    pub fn for_command(config: &Config, store: Store) -> Result<Self> {
        let system = Surroundings::system();
        let secrets = Secrets::load(config.key_file.clone(), system.rng.clone())?;
        Ok(Self::new(store, &system, secrets))
    }

    /// For commands that only read. They create no key file.
    pub fn for_reading(config: &Config, store: Store) -> Result<Self> {
        let system = Surroundings::system();
        let secrets = Secrets::load_for_reading(config.key_file.clone(), system.rng.clone())?;
        Ok(Self::new(store, &system, secrets))
    }

    /// For calls on behalf of workflows, of event sinks and of push messages.
    pub(crate) fn http_client(&self, config: &Config) -> Result<HttpClient> {
        let (clock, allowed) = (self.clock.clone(), config.allow_addresses.clone());
        Ok(match &self.network {
            Some(network) => HttpClient::with_door(clock, allowed, network.clone()),
            None => HttpClient::new(clock, allowed)?,
        })
    }

    pub(crate) fn graph_client(&self, config: &Config) -> Result<GraphClient> {
        Ok(GraphClient::new(GraphOptions {
            base_url: config.graph.base_url.parse().context("graph.base_url")?,
            authority: config.graph.authority.parse().context("graph.authority")?,
            door: self.network.clone(),
            ..GraphOptions::microsoft(self.clock.clone(), self.rng.clone())
        })?)
    }
}
