//! Raw strikes: without parameters cached, otherwise written while they are sent.

use super::query::StrikesQuery;
use super::responder::{ComputationInput, Responder, ResponseInputs};
use super::strike_kind::StrikeKindView;
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::response_cache::{CachedResponse, Freshness, etag, is_not_modified, set_cache_headers};
use crate::{App, Problem};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use stormwire_geo::ParameterOverrides;
use stormwire_lightning::{FoundStrikes, ThreatPicture, to_timestamp};
use utoipa::ToSchema;

/// Strikes in one chunk of the body.
const CHUNK: usize = 500;
const END: &[u8] = b"]}";
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A strike as the vendor reported it.
#[derive(Debug, Serialize, ToSchema)]
struct StrikeView<'a> {
    id: i64,
    /// The vendor's alert class.
    #[schema(example = "ALERT")]
    name: &'a str,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    #[schema(example = "Ground Stroke Lightning")]
    r#type: &'a str,
    kind: StrikeKindView,
    latitude: f64,
    longitude: f64,
}

/// Strikes, oldest first; those at the same time by id.
#[derive(Debug, ToSchema)]
#[schema(as = Strikes, rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the response is streamed")]
pub(crate) struct StrikesView {
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
    /// Number of strikes in this response.
    count: usize,
    /// True if more strikes matched; the newest are returned.
    truncated: bool,
    strikes: Vec<StrikeView<'static>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    as_of: Timestamp,
    since: Timestamp,
    count: usize,
    truncated: bool,
}

/// List strikes
///
/// Filtered by time, bounding box and type.
#[utoipa::path(get, path = "/lightning-strikes", tag = "Lightning",
    params(
        ("since" = Option<String>, Query, format = DateTime, description = "Start of the period; default 8 hours before `asOf`"),
        ("asOf" = Option<String>, Query, format = DateTime, description = "End of the period; default now"),
        ("bbox" = Option<String>, Query, description = "`minLng,minLat,maxLng,maxLat`, inclusive on all sides"),
        ("type" = Option<String>, Query, description = "`ground`, `cloud` or `unknown` for a kind, or the full text of a type that names one, such as `Cloud-to-Ground`"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 10_000, description = "1 to 10,000; default 10,000. The newest strikes are returned"),
    ),
    responses((status = 200, description = "The strikes", body = StrikesView), InvalidInput, Overloaded))]
pub(crate) async fn strikes(
    State(app): State<App>,
    query: StrikesQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    if uri.query().is_some() {
        return stream_strikes(&app, query, &headers).await;
    }
    let responder = Responder { app: &app, headers: &headers, uri: &uri };
    let inputs = ResponseInputs::facilities(None, ParameterOverrides::default());
    let compute = async |ComputationInput { picture, .. }| cached_strikes(&app, &picture, &query).await;
    responder.respond(inputs, compute).await
}

/// The response without parameters, which all clients share.
async fn cached_strikes(app: &App, picture: &ThreatPicture, query: &StrikesQuery) -> Result<CachedResponse, Problem> {
    let search = query.search(picture.as_of());
    let since = search.from;
    let found = app.lightning.strikes(picture, search).await?;
    let head = Head { as_of: picture.as_of(), since, count: found.strikes.len(), truncated: found.truncated };
    let render = move || {
        let mut body = start(&head);
        for index in 0..found.strikes.len() {
            write(&mut body, index, &found);
        }
        body.extend_from_slice(END);
        CachedResponse::of_bytes(body, JSON, Freshness::Live { changes_at: None })
    };
    Ok(app.lightning.run_blocking(None, render).await)
}

async fn stream_strikes(app: &App, query: StrikesQuery, headers: &HeaderMap) -> Result<Response, Problem> {
    let picture = app.lightning.live_picture().await?;
    let as_of = query.as_of.unwrap_or(picture.as_of());
    let search = query.search(as_of);
    let since = search.from;
    let found = app.lightning.strikes(&picture, search).await?;
    let head = Head { as_of, since, count: found.strikes.len(), truncated: found.truncated };
    let etag = hash(&head, &found);
    let body = if is_not_modified(headers, &etag) { None } else { Some(body(&head, found)) };
    let status = if body.is_some() { StatusCode::OK } else { StatusCode::NOT_MODIFIED };
    let mut response = (status, body.unwrap_or_default()).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    set_cache_headers(response.headers_mut(), &etag, Freshness::Live { changes_at: None }, app.clock.now());
    Ok(response)
}

fn hash(head: &Head, found: &FoundStrikes) -> HeaderValue {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(head).unwrap_or_default());
    for strike in &found.strikes {
        let (label, at) = (found.label(strike), strike.position);
        for number in [strike.id, strike.at.0, at.lat().to_bits().cast_signed(), at.lon().to_bits().cast_signed()] {
            hash.update(number.to_le_bytes());
        }
        hash.update(label.vendor.name.as_bytes());
        hash.update([0]);
        hash.update(label.vendor.vendor_type.as_bytes());
        hash.update([0]);
    }
    etag(hash.finalize().as_slice())
}

/// The head without its closing brace, the strikes in chunks, the end.
fn body(head: &Head, found: FoundStrikes) -> Body {
    let chunks = stream::unfold((start(head), 0, found), |(mut out, from, found)| async move {
        if from > found.strikes.len() {
            return None;
        }
        let to = (from + CHUNK).min(found.strikes.len());
        for index in from..to {
            write(&mut out, index, &found);
        }
        let next = if to == found.strikes.len() {
            out.extend_from_slice(END);
            to + 1
        } else {
            to
        };
        Some((Ok::<_, Infallible>(Bytes::from(out)), (Vec::new(), next, found)))
    });
    // The compression layer polls once more after the end.
    Body::from_stream(chunks.fuse())
}

/// The start of the body, up to the first strike.
fn start(head: &Head) -> Vec<u8> {
    let mut start = serde_json::to_vec(head).unwrap_or_default();
    start.pop();
    start.extend_from_slice(b",\"strikes\":[");
    start
}

/// Writes one strike, after a comma unless it is the first.
fn write(out: &mut Vec<u8>, index: usize, found: &FoundStrikes) {
    let Some(strike) = found.strikes.get(index) else { return };
    if index > 0 {
        out.push(b',');
    }
    let label = found.label(strike);
    let view = StrikeView {
        id: strike.id,
        name: &label.vendor.name,
        timestamp: to_timestamp(strike.at),
        r#type: &label.vendor.vendor_type,
        kind: label.kind.into(),
        latitude: strike.position.lat(),
        longitude: strike.position.lon(),
    };
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(out, &view);
}
