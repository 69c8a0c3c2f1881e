//! The responses that are computed once and sent many times.

use super::versioned_responses::{AlertVersion, CityVersion, PageVersion, VersionedResponses};
use std::sync::{Arc, OnceLock};
use stormwire_lightning::ThreatPicture;
use stormwire_store::MapLayerId;
use tokio::sync::{Mutex, MutexGuard};

#[derive(Clone, Default)]
pub struct ResponseCache(Arc<Inner>);

#[derive(Default)]
struct Inner {
    live: VersionedResponses<Arc<ThreatPicture>>,
    live_parts: VersionedResponses<Arc<ThreatPicture>>,
    tiles: VersionedResponses<i64>,
    city: VersionedResponses<CityVersion>,
    map_layers: VersionedResponses<Vec<(MapLayerId, i64)>>,
    alerts: VersionedResponses<AlertVersion>,
    pages: VersionedResponses<PageVersion>,
    facility_pages: VersionedResponses<PageVersion>,
    computing: Mutex<()>,
    rendering_alerts: Mutex<()>,
    /// Resolved once, because finding a counter by name costs more than a cached response.
    hits: OnceLock<metrics::Counter>,
}

impl ResponseCache {
    /// Responses about lightning, computed from one live picture.
    pub fn live(&self) -> &VersionedResponses<Arc<ThreatPicture>> {
        &self.0.live
    }

    /// Parts of the list of facilities. Apart from the other responses: there are so many of them that they could leave no room.
    pub fn live_parts(&self) -> &VersionedResponses<Arc<ThreatPicture>> {
        &self.0.live_parts
    }

    /// Lists of aerial tiles, computed from one version of their table.
    pub fn tiles(&self) -> &VersionedResponses<i64> {
        &self.0.tiles
    }

    /// The city, by its settings and area.
    pub fn city(&self) -> &VersionedResponses<CityVersion> {
        &self.0.city
    }

    /// The map layers, by their revisions.
    pub fn map_layers(&self) -> &VersionedResponses<Vec<(MapLayerId, i64)>> {
        &self.0.map_layers
    }

    /// Held while a response for the default parameters is computed, so that concurrent requests share it.
    pub async fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.computing.lock().await
    }

    /// CAP alerts and their feed.
    pub fn alerts(&self) -> &VersionedResponses<AlertVersion> {
        &self.0.alerts
    }

    /// Held while an alert or the feed is rendered, so that a new event costs one rendering.
    pub async fn lock_alerts(&self) -> MutexGuard<'_, ()> {
        self.0.rendering_alerts.lock().await
    }

    /// The page of the city and the dashboard, which carry the current report.
    pub fn pages(&self) -> &VersionedResponses<PageVersion> {
        &self.0.pages
    }

    /// Apart from the other pages: there are so many of them that they could leave no room.
    pub fn facility_pages(&self) -> &VersionedResponses<PageVersion> {
        &self.0.facility_pages
    }

    pub fn count_hit(&self) {
        let counter = || metrics::counter!("stormwire_lightning_responses_total", "source" => "cache");
        self.0.hits.get_or_init(counter).increment(1);
    }
}
