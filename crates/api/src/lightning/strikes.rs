//! Raw strikes: without parameters cached, otherwise written while they are sent.

use super::query::StrikesQuery;
use super::responder::{ComputationInput, Responder, ResponseInputs};
use crate::problem_responses::{InvalidInput, Overloaded};
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
use stormwire_http::response_cache::{
    CachedResponse, Freshness, VARY_FORMAT, etag, is_not_modified, set_cache_headers,
};
use stormwire_lightning::{FoundStrikes, ThreatPicture};
use stormwire_store::tables::strike::StrikeSearch;
use stormwire_views::geojson::{CollectionType, StrikeFeature};
use stormwire_views::list_format::{JSON, ListFormat};
use stormwire_views::strike::StrikeView;
use utoipa::ToSchema;

/// Strikes in one chunk of the body.
const CHUNK: usize = 500;
const END: &[u8] = b"]}";

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

/// Strikes, oldest first; those at the same time by id.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the response is streamed")]
pub(crate) struct StrikeFeatures {
    r#type: CollectionType,
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
    /// Number of strikes in this response.
    count: usize,
    /// True if more strikes matched; the newest are returned.
    truncated: bool,
    features: Vec<StrikeFeature<'static>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    /// First in GeoJSON, so that programs recognize it.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<CollectionType>,
    as_of: Timestamp,
    since: Timestamp,
    count: usize,
    truncated: bool,
}

impl Head {
    fn new(search: &StrikeSearch, found: &FoundStrikes, format: ListFormat) -> Self {
        Self {
            r#type: match format {
                ListFormat::Json => None,
                ListFormat::GeoJson => Some(CollectionType::FeatureCollection),
            },
            as_of: search.to,
            since: search.from,
            count: found.strikes.len(),
            truncated: found.truncated,
        }
    }
}

/// List strikes
///
/// Filtered by time, bounding box and type. With `Accept: application/geo+json` or `format=geojson` as GeoJSON, for GIS
/// programs.
#[utoipa::path(get, path = "/lightning-strikes", tag = "Lightning",
    params(
        ("since" = Option<String>, Query, format = DateTime, description = "Start of the period; default 8 hours before `asOf`"),
        ("asOf" = Option<String>, Query, format = DateTime, description = "End of the period; default now"),
        ("bbox" = Option<String>, Query, description = "`minLng,minLat,maxLng,maxLat`, inclusive on all sides"),
        ("type" = Option<String>, Query, description = "`ground`, `cloud` or `unknown` for a kind, or the full text of a type that names one, such as `Cloud-to-Ground`"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 10_000, description = "1 to 10,000; default 10,000. The newest strikes are returned"),
        ("format" = Option<String>, Query, pattern = "^(json|geojson)$", description = "`json` or `geojson`; default: by `Accept`, `json` unless it names `application/geo+json`"),
    ),
    responses((status = 200, description = "The strikes", content(
        (StrikesView = "application/json"), (StrikeFeatures = "application/geo+json"),
    )), InvalidInput, Overloaded))]
pub(crate) async fn strikes(
    State(app): State<App>,
    query: StrikesQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let chosen = ListFormat::choose(query.format, &headers);
    if !query.is_default() {
        return stream_strikes(&app, &query, chosen.format, &headers).await;
    }
    let responder = Responder { app: &app, headers: &headers, uri: &uri, format: Some(chosen) };
    let inputs = ResponseInputs::facilities(None, ParameterOverrides::default());
    let compute = async |ComputationInput { picture, .. }| cached_strikes(&app, &picture, &query, chosen.format).await;
    responder.respond(inputs, compute).await
}

/// The response without filters, which all clients share.
async fn cached_strikes(
    app: &App,
    picture: &ThreatPicture,
    query: &StrikesQuery,
    format: ListFormat,
) -> Result<CachedResponse, Problem> {
    let search = query.search(picture.as_of());
    let found = app.lightning.strikes(picture, search.clone()).await?;
    let head = Head::new(&search, &found, format);
    let render = move || {
        let mut body = start(&head, format);
        for index in 0..found.strikes.len() {
            write(&mut body, index, &found, format);
        }
        body.extend_from_slice(END);
        let content_type = format.content_type();
        CachedResponse::of_bytes(body, JSON, Freshness::Live { changes_at: None }).in_format(content_type)
    };
    Ok(app.lightning.run_blocking(None, render).await)
}

async fn stream_strikes(
    app: &App,
    query: &StrikesQuery,
    format: ListFormat,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let picture = app.lightning.live_picture().await?;
    let search = query.search(query.as_of.unwrap_or(picture.as_of()));
    let found = app.lightning.strikes(&picture, search.clone()).await?;
    let head = Head::new(&search, &found, format);
    let etag = hash(&head, &found, format);
    let body = if is_not_modified(headers, &etag) { None } else { Some(body(&head, found, format)) };
    let status = if body.is_some() { StatusCode::OK } else { StatusCode::NOT_MODIFIED };
    let mut response = (status, body.unwrap_or_default()).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, format.content_type());
    set_cache_headers(out, &etag, Freshness::Live { changes_at: None }, app.clock.now());
    out.insert(header::VARY, VARY_FORMAT);
    Ok(response)
}

fn hash(head: &Head, found: &FoundStrikes, format: ListFormat) -> HeaderValue {
    let mut hash = Sha256::new();
    hash.update(start(head, format));
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
fn body(head: &Head, found: FoundStrikes, format: ListFormat) -> Body {
    let chunks = stream::unfold((start(head, format), 0, found), move |(mut out, from, found)| async move {
        if from > found.strikes.len() {
            return None;
        }
        let to = (from + CHUNK).min(found.strikes.len());
        for index in from..to {
            write(&mut out, index, &found, format);
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
fn start(head: &Head, format: ListFormat) -> Vec<u8> {
    let mut start = serde_json::to_vec(head).unwrap_or_default();
    start.pop();
    start.extend_from_slice(match format {
        ListFormat::Json => b",\"strikes\":[".as_slice(),
        ListFormat::GeoJson => b",\"features\":[",
    });
    start
}

/// Writes one strike, after a comma unless it is the first.
fn write(out: &mut Vec<u8>, index: usize, found: &FoundStrikes, format: ListFormat) {
    let Some(strike) = found.strikes.get(index) else { return };
    if index > 0 {
        out.push(b',');
    }
    // Writing to memory cannot fail.
    let _ = match format {
        ListFormat::Json => serde_json::to_writer(out, &StrikeView::new(found, strike)),
        ListFormat::GeoJson => serde_json::to_writer(out, &StrikeFeature::new(found, strike)),
    };
}
