//! Lists changes of status.

use crate::params::{Query, limit, parse_time};
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::{App, Problem};
use axum::extract::State;
use serde::Deserialize;
use stormwire_store::tables::status_event;
use stormwire_store::{FacilityId, StatusEventId};
use stormwire_views::status_event::StatusEventView;
use utoipa::IntoParams;

const DEFAULT_LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1_000;

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
