//! What is known about the provider: its description and its keys, fetched when needed and kept for a while.

use crate::error::OidcError;
use crate::fetch::fetch_ok;
use crate::key_set::KeySet;
use crate::metadata::{Metadata, discovery_url};
use jiff::Timestamp;
use reqwest::Client;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use tokio::sync::Mutex;

/// How long the description and the keys are used without asking again.
const KEPT: Duration = Duration::from_hours(1);
/// After a failure the provider is not asked again for this long. Anyone can start a sign-in.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Tokens with unknown keys cannot make the service fetch keys more often.
const MIN_BETWEEN_KEY_FETCHES: Duration = Duration::from_secs(30);

pub(crate) struct Provider {
    issuer: String,
    http: Client,
    clock: Arc<dyn Clock>,
    metadata: Mutex<Option<Remembered<Metadata>>>,
    keys: Mutex<Option<Remembered<KeySet>>>,
}

struct Remembered<T> {
    /// The last value, also if a later fetch failed.
    value: Option<Arc<T>>,
    last_error: Option<OidcError>,
    fetched_at: Timestamp,
    fetch_again_at: Timestamp,
}

impl Provider {
    pub(crate) fn new(issuer: String, http: Client, clock: Arc<dyn Clock>) -> Self {
        Self { issuer, http, clock, metadata: Mutex::default(), keys: Mutex::default() }
    }

    pub(crate) async fn metadata(&self) -> Result<Arc<Metadata>, OidcError> {
        let now = self.clock.now();
        let mut known = self.metadata.lock().await;
        if is_due(known.as_ref(), now) {
            let fetched = self.fetch_metadata().await;
            remember(&mut known, fetched, now);
        }
        current(known.as_ref())
    }

    /// With `must_be_new` the keys are fetched again, unless that was done a moment ago.
    pub(crate) async fn keys(&self, metadata: &Metadata, must_be_new: bool) -> Result<Arc<KeySet>, OidcError> {
        let now = self.clock.now();
        let mut known = self.keys.lock().await;
        let may_refetch = known.as_ref().is_none_or(|known| later(known.fetched_at, MIN_BETWEEN_KEY_FETCHES) <= now);
        if is_due(known.as_ref(), now) || (must_be_new && may_refetch) {
            let fetched = self.fetch_keys(metadata).await;
            remember(&mut known, fetched, now);
        }
        current(known.as_ref())
    }

    async fn fetch_metadata(&self) -> Result<Metadata, OidcError> {
        const CALL: &str = "read the description of the provider";
        let body = fetch_ok(CALL, self.http.get(discovery_url(&self.issuer))).await?;
        Metadata::parse(&body, &self.issuer).map_err(|cause| OidcError::Provider { call: CALL, cause })
    }

    async fn fetch_keys(&self, metadata: &Metadata) -> Result<KeySet, OidcError> {
        const CALL: &str = "read the keys of the provider";
        let body = fetch_ok(CALL, self.http.get(metadata.jwks_uri.clone())).await?;
        let unreadable = || OidcError::Provider { call: CALL, cause: "the response is not a key set".into() };
        KeySet::parse(&body).ok_or_else(unreadable)
    }
}

fn is_due<T>(known: Option<&Remembered<T>>, now: Timestamp) -> bool {
    known.is_none_or(|known| known.fetch_again_at <= now)
}

fn remember<T>(known: &mut Option<Remembered<T>>, fetched: Result<T, OidcError>, now: Timestamp) {
    let before = known.take().and_then(|known| known.value);
    *known = Some(match fetched {
        Ok(value) => Remembered {
            value: Some(Arc::new(value)),
            last_error: None,
            fetched_at: now,
            fetch_again_at: later(now, KEPT),
        },
        Err(error) => {
            tracing::warn!(%error, "OpenID Connect provider not available");
            Remembered {
                value: before,
                last_error: Some(error),
                fetched_at: now,
                fetch_again_at: later(now, PAUSE_AFTER_FAILURE),
            }
        }
    });
}

/// A value of earlier is better than none while the provider is not reachable.
fn current<T>(known: Option<&Remembered<T>>) -> Result<Arc<T>, OidcError> {
    let missing = || OidcError::Provider { call: "read the description of the provider", cause: "not read".into() };
    let known = known.ok_or_else(missing)?;
    known.value.clone().ok_or_else(|| known.last_error.clone().unwrap_or_else(missing))
}
