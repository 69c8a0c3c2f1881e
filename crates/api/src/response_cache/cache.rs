//! The live responses, by path and query.

use super::CachedResponse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use stormwire_lightning::ThreatPicture;
use tokio::sync::{Mutex, MutexGuard};

/// Responses that do not fit are computed for each request.
const MAX_RESPONSES: usize = 256;
const MAX_BYTES: usize = 64 << 20;

/// Responses computed from one live picture. A newer picture empties the cache.
#[derive(Clone, Default)]
pub struct ResponseCache(Arc<Inner>);

#[derive(Default)]
struct Inner {
    entries: RwLock<Option<Entries>>,
    computing: Mutex<()>,
    /// Resolved once, because finding a counter by name costs more than a cached response.
    hits: OnceLock<metrics::Counter>,
}

struct Entries {
    picture: Arc<ThreatPicture>,
    responses: HashMap<Box<str>, Arc<CachedResponse>>,
    bytes: usize,
}

impl ResponseCache {
    /// The response to `path_and_query`, if it was computed from this picture.
    pub(crate) fn find(&self, path_and_query: &str, picture: &Arc<ThreatPicture>) -> Option<Arc<CachedResponse>> {
        let entries = self.0.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entries = entries.as_ref().filter(|entries| Arc::ptr_eq(&entries.picture, picture))?;
        entries.responses.get(path_and_query).cloned()
    }

    /// The response to `path_and_query` and the picture it was computed from.
    pub(crate) fn find_any(&self, path_and_query: &str) -> Option<(Arc<ThreatPicture>, Arc<CachedResponse>)> {
        let entries = self.0.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entries = entries.as_ref()?;
        Some((entries.picture.clone(), entries.responses.get(path_and_query)?.clone()))
    }

    /// Adds a response if there is room. Responses computed from other pictures are dropped.
    pub(crate) fn insert(&self, path_and_query: &str, picture: &Arc<ThreatPicture>, response: &Arc<CachedResponse>) {
        let mut slot = self.0.entries.write().unwrap_or_else(PoisonError::into_inner);
        let is_same = slot.as_ref().is_some_and(|entries| Arc::ptr_eq(&entries.picture, picture));
        if !is_same {
            *slot = Some(Entries { picture: picture.clone(), responses: HashMap::new(), bytes: 0 });
        }
        if let Some(entries) = slot.as_mut() {
            let bytes = entries.bytes + response.size();
            if entries.responses.len() < MAX_RESPONSES && bytes <= MAX_BYTES {
                entries.responses.insert(path_and_query.into(), response.clone());
                entries.bytes = bytes;
            }
        }
    }

    /// Held while a response for the default parameters is computed, so that concurrent requests share it.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.computing.lock().await
    }

    pub(crate) fn count_hit(&self) {
        let counter = || metrics::counter!("stormwire_lightning_responses_total", "source" => "cache");
        self.0.hits.get_or_init(counter).increment(1);
    }
}
