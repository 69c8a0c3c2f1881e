//! CAP alerts for anyone: the feed, and the documents that it links.

use crate::problem_responses::{NotFound, Overloaded};
use crate::{App, Problem};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_announce::CapAlerts;
use stormwire_http::response_cache::{AlertVersion, CachedResponse, Freshness};
use stormwire_store::StatusEventId;
use stormwire_store::tables::status_event;

const FEED_PATH: &str = "/cap/feed.atom";
const ATOM: HeaderValue = HeaderValue::from_static("application/atom+xml");
const CAP: HeaderValue = HeaderValue::from_static("application/cap+xml");
/// Entries leave the feed at most this late.
const PERIOD_SECONDS: i64 = 60;

/// Get the feed of CAP alerts
///
/// An Atom feed with the alerts in force and those of the last 24 hours, newest first, at most 100. Each entry links a CAP 1.2
/// document. An empty feed is not an all clear: it does not show whether the lightning data is reliable.
#[utoipa::path(get, path = "/cap/feed.atom", tag = "Lightning", responses(
    (status = 200, description = "The feed", body = String, content_type = "application/atom+xml"),
    (status = 304, description = "Not modified since the response with the given `ETag`"),
    Overloaded,
))]
pub(crate) async fn feed(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let response = cached(&app, FEED_PATH, async |alerts, now| {
        let feed = alerts.feed(now).await?;
        Ok(CachedResponse::of_bytes(feed, ATOM, Freshness::Revalidate))
    });
    Ok(response.await?.encode_and_respond(&headers, app.clock.now()).map(Into::into))
}

/// Get a CAP alert
///
/// By its `identifier`, or by the id of its status event. Changes of status that end no alert have none.
#[utoipa::path(get, path = "/cap/{document}", tag = "Lightning",
    params(("document" = String, Path, description = "The identifier and `.xml`", example = "storm.example.gov.evt.42.xml")),
    responses(
        (status = 200, description = "The alert", body = String, content_type = "application/cap+xml"),
        (status = 304, description = "Not modified since the response with the given `ETag`"),
        NotFound,
        Overloaded,
    ))]
pub(crate) async fn document(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let missing = || Problem::new(StatusCode::NOT_FOUND, format!("no alert at /cap/{name}"));
    let identifier = name.strip_suffix(".xml").ok_or_else(missing)?;
    let id = alerts(&app).issuer().event_id(identifier).map(StatusEventId::new).ok_or_else(missing)?;
    let key = format!("/cap/{id}");
    let response = cached(&app, &key, async |alerts, _| {
        let document = alerts.document(id).await?.ok_or_else(missing)?;
        Ok(CachedResponse::of_bytes(document.xml, CAP, Freshness::Revalidate))
    });
    Ok(response.await?.encode_and_respond(&headers, app.clock.now()).map(Into::into))
}

/// The response that was made from the same events, facilities and settings, or a new one.
async fn cached(
    app: &App,
    key: &str,
    render: impl AsyncFnOnce(CapAlerts, Timestamp) -> Result<CachedResponse, Problem>,
) -> Result<Arc<CachedResponse>, Problem> {
    let cache = app.response_cache.alerts();
    // Read before the events, so that an event in between is noticed the next time.
    let version = version(app).await?;
    if let Some(response) = cache.find(key, &version) {
        return Ok(response);
    }
    let _lock = app.response_cache.lock_alerts().await;
    if let Some(response) = cache.find(key, &version) {
        return Ok(response);
    }
    let response = Arc::new(render(alerts(app), app.clock.now()).await?);
    cache.insert(key, &version, &response);
    Ok(response)
}

async fn version(app: &App) -> Result<AlertVersion, Problem> {
    let last_event = status_event::last_id(&mut app.store.reader().await?).await?;
    let facilities = app.lightning.live_picture().await?.facilities().clone();
    let period = app.clock.now().as_second() / PERIOD_SECONDS;
    Ok(AlertVersion { last_event, facilities, label: app.city.current(), period })
}

fn alerts(app: &App) -> CapAlerts {
    CapAlerts::new(app.store.clone(), app.lightning.clone(), app.city.clone(), app.public_url.clone())
}
