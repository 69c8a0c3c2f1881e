//! Responds from the cache, or computes a response.

use crate::{App, Problem};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use jiff::Timestamp;
use std::borrow::Cow;
use std::sync::Arc;
use stormwire_geo::{DurationMicros, ParameterOverrides};
use stormwire_http::response_cache::CachedResponse;
use stormwire_lightning::{ComputePermit, ThreatPicture};
use stormwire_views::list_format::ChosenFormat;

/// Responds to one request.
pub(super) struct Responder<'a> {
    pub(super) app: &'a App,
    pub(super) headers: &'a HeaderMap,
    pub(super) uri: &'a Uri,
    /// None for responses that are always JSON.
    pub(super) format: Option<ChosenFormat>,
}

/// What a response is computed from, in addition to the strikes.
#[derive(Clone, Copy)]
pub(super) struct ResponseInputs {
    as_of: Option<Timestamp>,
    overrides: ParameterOverrides,
    /// True for a point that is not a facility: two clients rarely request the same one.
    is_any_point: bool,
    /// True for some of the facilities: rendered for this request, but not evaluated for it.
    is_part: bool,
}

/// What a computation reads, and the permit that it holds.
pub(super) struct ComputationInput {
    pub(super) picture: Arc<ThreatPicture>,
    pub(super) permit: Option<ComputePermit>,
}

impl ResponseInputs {
    pub(super) fn facilities(as_of: Option<Timestamp>, overrides: ParameterOverrides) -> Self {
        Self { as_of, overrides, is_any_point: false, is_part: false }
    }

    pub(super) fn part_of_facilities(as_of: Option<Timestamp>, overrides: ParameterOverrides) -> Self {
        Self { as_of, overrides, is_any_point: false, is_part: true }
    }

    pub(super) fn point(as_of: Option<Timestamp>, overrides: ParameterOverrides) -> Self {
        Self { as_of, overrides, is_any_point: true, is_part: false }
    }

    /// True for live facilities by their policies: all clients share that evaluation.
    pub(super) fn are_default(&self) -> bool {
        self.as_of.is_none() && !self.is_any_point && self.overrides.is_empty()
    }

    /// How far back strikes are needed.
    fn window(&self, live: &ThreatPicture) -> DurationMicros {
        live.policies().longest_window(&self.overrides)
    }
}

impl Responder<'_> {
    /// A live response is cached; a replay is computed for this request only.
    pub(super) async fn respond(
        &self,
        inputs: ResponseInputs,
        compute: impl AsyncFnOnce(ComputationInput) -> Result<CachedResponse, Problem>,
    ) -> Result<Response, Problem> {
        if inputs.as_of.is_some() {
            let (_, response) = self.compute(&inputs, compute).await?;
            return self.send(response).await;
        }
        let cache = &self.app.response_cache;
        let responses = if inputs.is_part { cache.live_parts() } else { cache.live() };
        let key = self.cache_key();
        if let Some(response) = responses.find(&key, &self.app.lightning.live_picture().await?) {
            return self.send(response).await;
        }
        let is_shared = inputs.are_default() && !inputs.is_part;
        let _lock = if is_shared { Some(cache.lock().await) } else { None };
        if let Some(response) = responses.find(&key, &self.app.lightning.live_picture().await?) {
            return self.send(response).await;
        }
        let (live, response) = self.compute(&inputs, compute).await?;
        responses.insert(&key, &live, &response);
        self.send(response).await
    }

    /// The path and query, by which the fast path finds responses; a suffix that no URI has keeps the format that `Accept`
    /// chose away from it.
    fn cache_key(&self) -> Cow<'_, str> {
        let path_and_query = self.uri.path_and_query().map_or("", |whole| whole.as_str());
        match self.format {
            Some(ChosenFormat { is_by_accept: true, .. }) => Cow::Owned(format!("{path_and_query} geojson")),
            _ => Cow::Borrowed(path_and_query),
        }
    }

    /// Non-default inputs wait for a permit. Also returns the current live picture.
    async fn compute(
        &self,
        inputs: &ResponseInputs,
        compute: impl AsyncFnOnce(ComputationInput) -> Result<CachedResponse, Problem>,
    ) -> Result<(Arc<ThreatPicture>, Arc<CachedResponse>), Problem> {
        let lightning = &self.app.lightning;
        let permit = if inputs.are_default() { None } else { Some(self.permit(inputs).await?) };
        metrics::counter!("stormwire_lightning_responses_total", "source" => "computed").increment(1);
        let live = lightning.live_picture().await?;
        let picture = lightning.picture(&live, inputs.as_of, inputs.window(&live)).await?;
        Ok((live, Arc::new(compute(ComputationInput { picture, permit }).await?)))
    }

    async fn permit(&self, inputs: &ResponseInputs) -> Result<ComputePermit, Problem> {
        let lightning = &self.app.lightning;
        let live = lightning.live_picture().await?;
        let kind = lightning.computation_kind(&live, inputs.as_of, inputs.window(&live));
        Ok(lightning.compute_permit(kind).await?)
    }

    async fn send(&self, response: Arc<CachedResponse>) -> Result<Response, Problem> {
        if !response.is_encoded_for(self.headers) {
            let (response, headers) = (response.clone(), self.headers.clone());
            self.app.lightning.run_blocking(None, move || response.encode_for(&headers)).await;
        }
        Ok(response.respond(self.headers, self.app.clock.now()).map(Into::into))
    }
}
