//! What the handlers get from outside.

use crate::{CityProfile, Web};
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_graph::GraphClient;
use stormwire_mailer::Smtp;
use stormwire_store::Store;

/// What the handlers work with.
#[derive(Clone)]
pub struct Deps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub graph: Arc<GraphClient>,
    /// The web, as far as workflows may reach.
    pub web: Web,
    /// The mail server, where there is one.
    pub smtp: Option<Smtp>,
    /// Where mails come from.
    pub city: CityProfile,
}
