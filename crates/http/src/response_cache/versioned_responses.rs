//! Responses that were computed from one version of their data.

use super::CachedResponse;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use stormwire_city::city_settings::CityLabel;
use stormwire_geo::Bounds;
use stormwire_lightning::ThreatPicture;
use stormwire_store::tables::facility::Facility;
use stormwire_store::{MapLayerId, StatusEventId};

/// Responses that do not fit are computed for each request.
const MAX_RESPONSES: usize = 256;
/// Enough for all of 100,000 facilities.
const MAX_BYTES: usize = 128 << 20;

/// Identifies the data that a response was computed from.
pub trait DataVersion: Clone {
    fn is_same(&self, other: &Self) -> bool;
}

impl DataVersion for Arc<ThreatPicture> {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(self, other)
    }
}

/// The version of the table of tiles.
impl DataVersion for i64 {
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// The map layers and how often each was replaced.
impl DataVersion for Vec<(MapLayerId, i64)> {
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// The city's settings, and its area if that comes from the facilities.
#[derive(Debug, Clone)]
pub struct CityVersion {
    pub label: Arc<CityLabel>,
    pub area: Option<Bounds>,
}

impl DataVersion for CityVersion {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.label, &other.label) && self.area == other.area
    }
}

/// What CAP alerts are made of. Facilities are loaded again whenever they or the policies change.
#[derive(Debug, Clone)]
pub struct AlertVersion {
    pub last_event: StatusEventId,
    pub facilities: Arc<[Facility]>,
    pub label: Arc<CityLabel>,
    /// Alerts leave the feed by time, too.
    pub period: i64,
}

impl DataVersion for AlertVersion {
    fn is_same(&self, other: &Self) -> bool {
        self.last_event == other.last_event
            && self.period == other.period
            && Arc::ptr_eq(&self.facilities, &other.facilities)
            && Arc::ptr_eq(&self.label, &other.label)
    }
}

/// What the page of the city, of a facility, or the dashboard is made of.
#[derive(Clone)]
pub struct PageVersion {
    pub picture: Arc<ThreatPicture>,
    pub label: Arc<CityLabel>,
}

impl DataVersion for PageVersion {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.picture, &other.picture) && Arc::ptr_eq(&self.label, &other.label)
    }
}

/// Responses by path and query. A newer version empties it.
pub struct VersionedResponses<V>(RwLock<Option<Entries<V>>>);

impl<V> Default for VersionedResponses<V> {
    fn default() -> Self {
        Self(RwLock::new(None))
    }
}

struct Entries<V> {
    version: V,
    responses: HashMap<Box<str>, Arc<CachedResponse>>,
    bytes: usize,
}

impl<V: DataVersion> VersionedResponses<V> {
    /// The response to `path_and_query`, if it was computed from this version.
    pub fn find(&self, path_and_query: &str, version: &V) -> Option<Arc<CachedResponse>> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let entries = entries.as_ref().filter(|entries| entries.version.is_same(version))?;
        entries.responses.get(path_and_query).cloned()
    }

    /// The response to `path_and_query` and the version it was computed from.
    pub fn find_any(&self, path_and_query: &str) -> Option<(V, Arc<CachedResponse>)> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let entries = entries.as_ref()?;
        Some((entries.version.clone(), entries.responses.get(path_and_query)?.clone()))
    }

    /// Adds a response if there is room. Responses computed from other versions are dropped.
    pub fn insert(&self, path_and_query: &str, version: &V, response: &Arc<CachedResponse>) {
        let mut slot = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_same = slot.as_ref().is_some_and(|entries| entries.version.is_same(version));
        if !is_same {
            *slot = Some(Entries { version: version.clone(), responses: HashMap::new(), bytes: 0 });
        }
        if let Some(entries) = slot.as_mut() {
            let bytes = entries.bytes + response.size();
            if entries.responses.len() < MAX_RESPONSES && bytes <= MAX_BYTES {
                entries.responses.insert(path_and_query.into(), response.clone());
                entries.bytes = bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_cache::Freshness;

    #[test]
    fn a_new_version_drops_the_responses_of_the_old_one() {
        let cache = VersionedResponses::<i64>::default();
        let response = Arc::new(CachedResponse::json(&1, Freshness::Revalidate));
        cache.insert("/a", &1, &response);
        assert!(cache.find("/a", &1).is_some_and(|found| Arc::ptr_eq(&found, &response)));
        assert!(cache.find("/a", &2).is_none() && cache.find("/b", &1).is_none());
        cache.insert("/b", &2, &response);
        assert!(cache.find("/a", &1).is_none() && cache.find_any("/a").is_none());
        assert_eq!(cache.find_any("/b").map(|(version, _)| version), Some(2));
    }

    #[test]
    fn the_number_of_responses_is_bounded() {
        let cache = VersionedResponses::<i64>::default();
        let response = Arc::new(CachedResponse::json(&1, Freshness::Revalidate));
        for number in 0..=MAX_RESPONSES {
            cache.insert(&number.to_string(), &1, &response);
        }
        assert!(cache.find("0", &1).is_some() && cache.find(&MAX_RESPONSES.to_string(), &1).is_none());
    }
}
