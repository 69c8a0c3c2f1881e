//! Status events as they happen: server-sent events.
//!
//! [`publisher`] finds new events and pictures once for all streams, [`encode`] writes them once as bytes, and [`session`] is
//! one open stream.

mod encode;
mod publisher;
mod session;

pub use publisher::publish_to_streams;

use super::events::{read_facility, read_position};
use crate::access::ClientAddress;
use crate::params::Query;
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::{App, Problem};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use session::{StreamRequest, StreamSession};
use stormwire_store::StatusEventId;
use utoipa::IntoParams;

const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// nginx would otherwise collect events until a buffer is full.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
/// A client that is rejected polls meanwhile.
const RETRY_AFTER_SECONDS: u32 = 30;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StreamParams {
    /// Continue after the event with this id; default: start now. The header `Last-Event-ID` takes precedence.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// Only events of this facility.
    #[param(minimum = 1)]
    facility_id: Option<i64>,
}

/// Receive changes of status as they happen
///
/// Server-sent events. The first event is `snapshot`, with the response of `/lightning-strikes/status`; it is sent again when
/// strikes, facilities or the feed change. Each change of a status is an event `status` with its id and the JSON of
/// `/lightning-strikes/events`. A comment every 15 seconds shows that the connection and the data are alive: without one, treat
/// every status as unknown. Reconnect with `Last-Event-ID` or `after` to miss nothing.
#[utoipa::path(get, path = "/lightning-strikes/stream", tag = "Lightning",
    params(StreamParams, ("Last-Event-ID" = Option<String>, Header, description = "Continue after the event with this id")),
    responses(
        (status = 200, description = "The stream", body = String, content_type = "text/event-stream"),
        InvalidInput,
        Overloaded,
    ))]
pub(crate) async fn stream(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(params): Query<StreamParams>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = match read_last_event_id(&headers)? {
        Some(id) => Some(id),
        None => read_position("after", params.after)?,
    };
    let facility = read_facility(params.facility_id)?;
    let slot = app.streams.take_slot(address).map_err(|limit| {
        metrics::counter!("stormwire_streams_rejected_total", "limit" => limit.name()).increment(1);
        let detail = "too many open streams; try again later, or poll /lightning-strikes/status";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).with_retry_after(RETRY_AFTER_SECONDS)
    })?;
    let subscription = app.streams.subscribe(&*app.clock).await.ok_or_else(|| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the stream is not available; try again later")
            .with_retry_after(5)
    })?;
    let session = StreamSession::new(app, subscription, slot, StreamRequest { after, facility });
    let head = [(header::CONTENT_TYPE, EVENT_STREAM), UNBUFFERED];
    Ok((head, Body::from_stream(session.into_stream())).into_response())
}

/// The event after which a client continues, if it names one.
pub fn read_last_event_id(headers: &HeaderMap) -> Result<Option<StatusEventId>, Problem> {
    // Browsers send an empty one after a server sent an empty id.
    let Some(given) = headers.get(LAST_EVENT_ID).filter(|given| !given.is_empty()) else { return Ok(None) };
    let id = given.to_str().ok().and_then(|text| text.trim().parse().ok());
    let id = id.ok_or_else(|| Problem::field("Last-Event-ID", format!("{given:?} is not the id of an event")))?;
    read_position("Last-Event-ID", Some(id))
}
