//! Lightning: raw strikes, and the status of the city, every facility, one facility or any point. Public.
//!
//! [`query`] reads the parameters, [`responder`] takes responses from the cache or computes them, [`facilities`] lists
//! facilities, their pages and changes, [`strikes`] streams raw strikes, [`events`] lists changes of status, [`stream`] sends
//! them as they happen, and [`outages`] lists when the feed was not watched. [`page_report`](mod@page_report) is what pages
//! carry for their first paint. [`heartbeat`] is for loaders, not public. The crate `views` defines what is sent.

pub(crate) mod events;
pub(crate) mod facilities;
pub(crate) mod heartbeat;
pub(crate) mod outages;
mod page_report;
mod parameters_doc;
mod query;
mod responder;
pub(crate) mod stream;
pub(crate) mod strikes;

use crate::params::Id;
use crate::problem::{OrNotFound, ProblemView};
use crate::problem_responses::{InvalidInput, NotFound, Overloaded};
use crate::{App, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
pub(crate) use page_report::{ReportScope, page_report};
use parameters_doc::ParametersDoc;
use query::StatusQuery;
pub use query::{PointQuery, ProximityQuery, StrikesQuery};
use responder::{ComputationInput, Responder, ResponseInputs};
use stormwire_geo::ParameterOverrides;
use stormwire_http::response_cache::CachedResponse;
use stormwire_lightning::LightningError;
use stormwire_store::FacilityId;
use stormwire_views::status::{EvaluatedPolicy, ProximityResponse, StatusView, changes_at};
pub use stream::{publish_to_streams, read_last_event_id};

/// Get the lightning status of the city
///
/// Poll it every 30 to 60 seconds.
#[utoipa::path(get, path = "/lightning-strikes/status", tag = "Lightning",
    params(("asOf" = Option<String>, Query, format = DateTime, description = "Time to evaluate, for replay; default now")),
    responses((status = 200, description = "The status of the city", body = StatusView), InvalidInput, Overloaded))]
pub(crate) async fn status(
    State(app): State<App>,
    query: StatusQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let overrides = ParameterOverrides::default();
    let responder = Responder { app: &app, headers: &headers, uri: &uri, format: None };
    responder
        .respond(ResponseInputs::facilities(query.as_of, overrides), async |ComputationInput { picture, permit }| {
            let all = app.lightning.facilities(&picture, overrides, permit.as_ref()).await;
            Ok(app
                .lightning
                .run_blocking(permit.as_ref(), move || {
                    CachedResponse::live(&StatusView::new(&picture, &all), all.changes_at)
                })
                .await)
        })
        .await
}

/// Get the lightning status of a facility
///
/// By its policy; parameters override its numbers.
#[utoipa::path(get, path = "/lightning-strikes/facilities/{id}/proximity", tag = "Lightning",
    params(("id" = i64, Path, description = "Facility id"), ParametersDoc),
    responses((status = 200, description = "The lightning status", body = ProximityResponse), InvalidInput, NotFound,
        (status = 409, description = "The facility has no location, so its status is unknown", body = ProblemView, content_type = "application/problem+json"),
        Overloaded))]
pub(crate) async fn facility(
    State(app): State<App>,
    Id(id): Id<FacilityId>,
    query: ProximityQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let overrides = query.overrides;
    let inputs = ResponseInputs::facilities(query.as_of, overrides);
    let responder = Responder { app: &app, headers: &headers, uri: &uri, format: None };
    responder
        .respond(inputs, async |ComputationInput { picture, permit }| {
            let facility = picture.facilities().iter().find(|facility| facility.id == id).cloned();
            let facility = facility.or_not_found("facility", id)?;
            let anchor = facility.lat_long.ok_or_else(|| {
                let detail = format!("facility {id} has no point, so its status is unknown; set its point");
                Problem::new(StatusCode::CONFLICT, detail)
            })?;
            let policy = picture.policies().of(&facility);
            let rule = policy.fields.rule.with_overrides(&overrides);
            let proximity = if inputs.are_default() {
                app.lightning.facilities(&picture, overrides, permit.as_ref()).await.proximity(&picture, id)
            } else {
                None
            };
            let proximity = match proximity {
                Some(proximity) => proximity,
                None => app.lightning.proximity_at(&picture, anchor, rule.clone(), permit.as_ref()).await,
            };
            let view = ProximityResponse::new(
                &picture,
                EvaluatedPolicy { policy, rule: &rule },
                &proximity,
                app.city.current().timezone_name(),
            );
            let view = view.for_facility(&facility);
            Ok(CachedResponse::live(&view, changes_at(&proximity)))
        })
        .await
}

/// Get the lightning status of a point
///
/// By policy 1, the city's default; parameters override its numbers.
#[utoipa::path(get, path = "/lightning-strikes/proximity", tag = "Lightning",
    params(("lat" = f64, Query, minimum = -90, maximum = 90, description = "Latitude in degrees, -90 to 90"), ("lng" = f64, Query, minimum = -180, maximum = 180, description = "Longitude in degrees, -180 to 180"), ParametersDoc),
    responses((status = 200, description = "The lightning status", body = ProximityResponse), InvalidInput, Overloaded))]
pub(crate) async fn point(
    State(app): State<App>,
    query: PointQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let (overrides, position) = (query.about.overrides, query.position);
    let responder = Responder { app: &app, headers: &headers, uri: &uri, format: None };
    responder
        .respond(ResponseInputs::point(query.about.as_of, overrides), async |ComputationInput { picture, permit }| {
            if picture.seems_swapped(position) {
                let message = "far from the city; lat and lng may be swapped";
                return Err(Problem::field("lat", message));
            }
            let policy = picture.policies().city_default();
            let rule = policy.fields.rule.with_overrides(&overrides);
            let proximity = app.lightning.proximity_at(&picture, position, rule.clone(), permit.as_ref()).await;
            let view = ProximityResponse::new(
                &picture,
                EvaluatedPolicy { policy, rule: &rule },
                &proximity,
                app.city.current().timezone_name(),
            );
            Ok(CachedResponse::live(&view, changes_at(&proximity)))
        })
        .await
}

impl From<LightningError> for Problem {
    fn from(error: LightningError) -> Self {
        match error {
            LightningError::Busy => {
                metrics::counter!("stormwire_computations_rejected_total").increment(1);
                let detail = "too many custom queries at once; try again, or omit the parameters to get the cached live response";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).with_retry_after(1)
            }
            LightningError::Store(error) => error.into(),
        }
    }
}
