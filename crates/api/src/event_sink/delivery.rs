//! The log of deliveries to an event sink.

use super::SINK;
use crate::access::Admin;
use crate::params::{Id, Ids, Query, limit};
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::tables::event_delivery::{DeliveryStatus, LoggedDelivery};
use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_store::{EventSinkId, FacilityId, StatusEventId};
use utoipa::{IntoParams, ToSchema};

const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 500;

/// An event that a sink gets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventDelivery)]
pub(crate) struct EventDeliveryView {
    #[schema(value_type = i64)]
    event_id: StatusEventId,
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    /// The name at the time of the event.
    facility_name: String,
    /// When the change was true.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    #[schema(value_type = String, example = "Clear")]
    from: FacilityStatus,
    #[schema(value_type = String, example = "Active")]
    to: FacilityStatus,
    /// `Waiting`; `Delivered`; `Failed` after 24 hours of attempts; `Skipped` because the sink was disabled.
    #[schema(value_type = String, example = "Delivered")]
    status: DeliveryStatus,
    attempts: i32,
    /// Null if it is not waiting.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    delivered_at: Option<Timestamp>,
    /// Why the last attempt failed, or why it was skipped.
    last_error: Option<String>,
}

impl From<LoggedDelivery> for EventDeliveryView {
    fn from(logged: LoggedDelivery) -> Self {
        let is_waiting = logged.status == DeliveryStatus::Waiting;
        Self {
            event_id: logged.event_id,
            facility_id: logged.facility_id,
            facility_name: logged.facility_name,
            at: logged.at.0,
            from: logged.from,
            to: logged.to,
            status: logged.status,
            attempts: logged.attempts,
            next_attempt_at: is_waiting.then_some(logged.next_attempt_at.0),
            delivered_at: logged.delivered_at.map(|at| at.0),
            last_error: logged.last_error,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveryParams {
    /// `Waiting`, `Delivered`, `Failed` or `Skipped`.
    #[param(pattern = "^(Waiting|Delivered|Failed|Skipped)?$")]
    status: Option<String>,
    /// Only events with a lower id: the last `eventId` of the page before.
    #[param(minimum = 1)]
    before: Option<i64>,
    /// 1 to 500; default 50.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// List deliveries
///
/// Newest events first. To read on, pass the last `eventId` as `before`. Deliveries are kept as long as their events.
#[utoipa::path(get, path = "/event-sink/{id}/delivery", tag = "Event sinks", params(("id" = i64, Path), DeliveryParams), responses(
    (status = 200, description = "The deliveries", body = [EventDeliveryView]),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Admin,
    State(app): State<App>,
    Id(id): Id<EventSinkId>,
    Query(params): Query<DeliveryParams>,
) -> Result<axum::Json<Vec<EventDeliveryView>>, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let status = params.status.filter(|name| !name.is_empty()).as_deref().map(read_status).transpose()?;
    let before = match params.before {
        Some(id) if id < 1 => {
            return Err(Problem::field("before", format!("{id} is not the id of an event; use 1 or more")));
        }
        before => StatusEventId::new(before.unwrap_or(i64::MAX)),
    };
    let found = app.event_sinks.deliveries(id, before, status, limit).await?.or_not_found(SINK, id)?;
    Ok(axum::Json(found.into_iter().map(EventDeliveryView::from).collect()))
}

fn read_status(name: &str) -> Result<DeliveryStatus, Problem> {
    DeliveryStatus::parse(name).ok_or_else(|| {
        let names = DeliveryStatus::ALL.map(DeliveryStatus::name).join(", ");
        Problem::field("status", format!("unknown status {name:?}; use one of {names}"))
    })
}

/// Retry a delivery
///
/// Makes it due at once. A delivery that has failed or was skipped is tried once.
#[utoipa::path(post, path = "/event-sink/{id}/delivery/{eventId}/retry", tag = "Event sinks", params(("id" = i64, Path), ("eventId" = i64, Path)), responses(
    (status = 202, description = "Queued", body = EventDeliveryView),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn retry(
    Admin(user): Admin,
    State(app): State<App>,
    Ids(id, event): Ids<EventSinkId, StatusEventId>,
) -> Result<(StatusCode, axum::Json<EventDeliveryView>), Problem> {
    let retried = app.event_sinks.retry(id, event, user.actor()).await?;
    let retried = retried.or_not_found("delivery of event", event)?;
    Ok((StatusCode::ACCEPTED, axum::Json(retried.into())))
}
