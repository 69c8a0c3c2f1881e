//! Sends a cached response until a tile changes.

use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use stormwire_http::response_cache::{CachedResponse, Freshness};

/// What the cache needs to know about a request.
pub(crate) struct TileResponder {
    headers: HeaderMap,
    uri: Uri,
}

impl<S: Send + Sync> FromRequestParts<S> for TileResponder {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self { headers: parts.headers.clone(), uri: parts.uri.clone() })
    }
}

impl TileResponder {
    pub(super) async fn respond<V: Serialize>(
        &self,
        app: &App,
        compute: impl AsyncFnOnce() -> Result<V, Problem>,
    ) -> Result<Response, Problem> {
        let path_and_query = self.uri.path_and_query().map_or("", |whole| whole.as_str());
        // Read before the tiles, so that a change in between is noticed the next time.
        let version = app.tiles.version().await?;
        let cache = app.response_cache.tiles();
        let response = if let Some(response) = cache.find(path_and_query, &version) {
            response
        } else {
            let response = Arc::new(CachedResponse::json(&compute().await?, Freshness::Revalidate));
            cache.insert(path_and_query, &version, &response);
            response
        };
        if !response.is_encoded_for(&self.headers) {
            let (response, headers) = (response.clone(), self.headers.clone());
            app.lightning.run_blocking(None, move || response.encode_for(&headers)).await;
        }
        Ok(response.respond(&self.headers, app.clock.now()).map(Into::into))
    }
}
