//! Dependencies of the handlers.

use crate::{CityProfile, HttpClient};
use std::sync::Arc;
use stormwire_city::facilities::CityMap;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_graph::GraphClient;
use stormwire_mailer::Smtp;
use stormwire_store::Store;

#[derive(Clone)]
pub struct Deps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub graph: Arc<GraphClient>,
    pub http: HttpClient,
    /// `None` if no mail server is configured.
    pub smtp: Option<Smtp>,
    pub city: CityProfile,
    /// For the anchors of facilities.
    pub city_map: Arc<CityMap>,
}
