//! Lists changes of status.

use crate::params::{Query, limit, parse_time};
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::{App, Problem};
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{FacilityId, StatusEventId, StrikeId};
use utoipa::{IntoParams, ToSchema};

const DEFAULT_LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1_000;

/// A change of the status of a facility, or of one of its rings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatusEvent)]
pub(crate) struct StatusEventView {
    /// Increases with every event.
    #[schema(value_type = i64)]
    id: StatusEventId,
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    /// The name at the time of the event.
    facility_name: String,
    /// When the change was true: when a strike was noticed, or when a window ended.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// When the event was recorded.
    #[schema(value_type = String, format = DateTime)]
    noticed_at: Timestamp,
    /// `Active`, `Clearing`, `Clear` or `Unknown`.
    #[schema(value_type = String, example = "Clear")]
    from: FacilityStatus,
    /// `Active`, `Clearing`, `Clear` or `Unknown`.
    #[schema(value_type = String, example = "Active")]
    to: FacilityStatus,
    /// The name of the ring; omitted if the status of the facility itself changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    ring: Option<String>,
    /// `Strike`, `Timer`, `Feed`, `Policy` or `Person`.
    #[schema(value_type = String, example = "Strike")]
    cause: EventCause,
    /// The strike that caused it; omitted if another cause did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>)]
    strike_id: Option<StrikeId>,
    /// More about the cause, such as why the feed is unhealthy.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl From<StatusEvent> for StatusEventView {
    fn from(event: StatusEvent) -> Self {
        Self {
            id: event.id,
            facility_id: event.facility_id,
            facility_name: event.facility_name,
            at: event.at.0,
            noticed_at: event.noticed_at.0,
            from: event.from,
            to: event.to,
            ring: event.ring,
            cause: event.cause,
            strike_id: event.strike_id,
            detail: event.detail,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventParams {
    /// Only events with a higher id.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// Only events that were recorded at this time or later.
    #[param(value_type = Option<String>, format = DateTime)]
    since: Option<String>,
    /// Only events of this facility.
    #[param(minimum = 1)]
    facility_id: Option<i64>,
    /// The most events; default 100.
    #[param(minimum = 1, maximum = 1_000)]
    limit: Option<u32>,
}

/// List changes of status
///
/// Oldest first. To read on, pass the id of the last event as `after`; no event is missed and none comes twice. Events are
/// kept for `watch.retention_days`.
#[utoipa::path(get, path = "/lightning-strikes/events", tag = "Lightning", params(EventParams), responses(
    (status = 200, description = "The events", body = Vec<StatusEventView>),
    InvalidInput,
    Overloaded,
))]
pub(crate) async fn events(
    State(app): State<App>,
    Query(params): Query<EventParams>,
) -> Result<axum::Json<Vec<StatusEventView>>, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let after = read_position("after", params.after)?.unwrap_or(StatusEventId::new(0));
    let facility = read_facility(params.facility_id)?;
    let since = params.since.map(|text| parse_time("since", &text)).transpose()?;
    let mut conn = app.store.reader().await?;
    let after = match since {
        Some(since) => after.max(status_event::last_before(&mut conn, since).await?),
        None => after,
    };
    let events = status_event::list(&mut conn, after, facility, limit).await?;
    Ok(axum::Json(events.into_iter().map(StatusEventView::from).collect()))
}

/// The id of the last event that a client has.
pub(super) fn read_position(name: &str, given: Option<i64>) -> Result<Option<StatusEventId>, Problem> {
    match given {
        Some(id) if id < 0 => Err(Problem::field(name, format!("{id} is not the id of an event; use 0 or more"))),
        given => Ok(given.map(StatusEventId::new)),
    }
}

pub(super) fn read_facility(given: Option<i64>) -> Result<Option<FacilityId>, Problem> {
    match given {
        Some(id) if id < 1 => Err(Problem::field("facilityId", format!("{id} is not the id of a facility"))),
        given => Ok(given.map(FacilityId::new)),
    }
}
