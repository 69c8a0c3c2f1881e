//! Lightning, for everyone: raw strikes, the city's rollup, every facility, one facility, any point.
//!
//! [`params`] reads what is asked, [`views`] shapes it, [`answer`] is bytes with their headers, [`shelf`] keeps the live
//! ones so that most requests cost a look and a copy, [`desk`] has the others computed, [`list`] streams the raw strikes.

mod answer;
mod desk;
pub(crate) mod list;
mod params;
mod shelf;
mod views;

use answer::Answer;
use desk::{About, Desk};
pub use shelf::{Glance, Shelf};

use crate::params::Id;
use crate::problem::ProblemView;
use crate::refusals::{BadInput, NotFound};
use crate::{App, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use params::{ParametersDoc, PlaceQuestion, PointQuestion, StatusQuestion};
use stormwire_geo::Parameters;
use stormwire_lightning::LightningError;
use views::{FacilitiesView, ProximityAnswer, StatusView};

/// The strikes of the rollup are counted over this window, which is the usual danger window.
const WINDOW_MINUTES: u32 = 30;

/// Under which all of these routes lie.
pub(crate) const PREFIX: &str = "/lightning-strikes";

/// The city as a whole, for a poll every 30 to 60 seconds.
#[utoipa::path(get, path = "/lightning-strikes/status", tag = "Lightning",
    params(("asOf" = Option<String>, Query, format = DateTime, description = "As of then, for replay; now when left out")),
    responses((status = 200, description = "The city's rollup", body = StatusView), BadInput, TooMuch))]
pub(crate) async fn status(
    State(app): State<App>,
    asked: StatusQuestion,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let usual = Parameters::default();
    let desk = Desk { app: &app, headers: &headers, uri: &uri };
    desk.answer(About::city(asked.as_of, usual), async |picture| {
        let all = app.lightning.facilities(&picture, usual).await;
        Ok(app.lightning.background(move || Answer::new(&StatusView::new(&picture, &all), all.turns_at)).await)
    })
    .await
}

/// Every facility, the most threatened first.
#[utoipa::path(get, path = "/lightning-strikes/facilities", tag = "Lightning", params(ParametersDoc),
    responses((status = 200, description = "Every facility; those without an anchor last", body = FacilitiesView), BadInput, TooMuch))]
pub(crate) async fn facilities(
    State(app): State<App>,
    asked: PlaceQuestion,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = asked.parameters;
    let desk = Desk { app: &app, headers: &headers, uri: &uri };
    desk.answer(About::city(asked.as_of, parameters), async |picture| {
        let all = app.lightning.facilities(&picture, parameters).await;
        let render = move || Answer::new(&FacilitiesView::new(&picture, &all, &parameters), all.turns_at);
        Ok(app.lightning.background(render).await)
    })
    .await
}

/// One facility.
#[utoipa::path(get, path = "/lightning-strikes/facilities/{id}/proximity", tag = "Lightning",
    params(("id" = i64, Path, description = "The facility"), ParametersDoc),
    responses((status = 200, description = "How close the lightning is", body = ProximityAnswer), BadInput, NotFound,
        (status = 409, description = "The facility has no anchor and cannot be evaluated", body = ProblemView, content_type = "application/problem+json"),
        TooMuch))]
pub(crate) async fn facility(
    State(app): State<App>,
    Id(id): Id,
    asked: PlaceQuestion,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = asked.parameters;
    let about = About::city(asked.as_of, parameters);
    let desk = Desk { app: &app, headers: &headers, uri: &uri };
    desk.answer(about, async |picture| {
        let facility = picture.facilities().iter().find(|facility| facility.id == id).cloned();
        let facility = facility.ok_or_else(|| Problem::missing("facility", id))?;
        let anchor = facility.lat_long.ok_or_else(|| {
            let detail = format!("facility {id} has no point, so nothing can be said about it; give it one");
            Problem::new(StatusCode::CONFLICT, detail)
        })?;
        let proximity = if about.is_usual() {
            app.lightning.facilities(&picture, parameters).await.proximity(&picture, id)
        } else {
            None
        };
        let proximity = match proximity {
            Some(proximity) => proximity,
            None => app.lightning.place(&picture, anchor, parameters).await,
        };
        let view = ProximityAnswer::new(&picture, &parameters, &proximity).of(&facility);
        Ok(Answer::new(&view, views::turn(&proximity)))
    })
    .await
}

/// Any point.
#[utoipa::path(get, path = "/lightning-strikes/proximity", tag = "Lightning",
    params(("lat" = f64, Query, description = "Degrees north, -90 to 90"), ("lng" = f64, Query, description = "Degrees east, -180 to 180"), ParametersDoc),
    responses((status = 200, description = "How close the lightning is", body = ProximityAnswer), BadInput, TooMuch))]
pub(crate) async fn point(
    State(app): State<App>,
    asked: PointQuestion,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let (parameters, place) = (asked.about.parameters, asked.place);
    let desk = Desk { app: &app, headers: &headers, uri: &uri };
    desk.answer(About::anywhere(asked.about.as_of, parameters), async |picture| {
        if picture.seems_swapped(place) {
            let words = "far from the city, and in it when lat and lng change places; are they swapped?";
            return Err(Problem::field("lat", words));
        }
        let proximity = app.lightning.place(&picture, place, parameters).await;
        let view = ProximityAnswer::new(&picture, &parameters, &proximity);
        Ok(Answer::new(&view, views::turn(&proximity)))
    })
    .await
}

impl From<LightningError> for Problem {
    fn from(error: LightningError) -> Self {
        match error {
            LightningError::Busy => {
                let detail = "too many of these are being computed; the live answers are always there";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).with_retry_after(1)
            }
            LightningError::Store(error) => error.into(),
        }
    }
}

/// Too many requests from one address, or too many computations at once; `Retry-After` says when to try again.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum TooMuch {
    /// Too many requests from this address.
    #[response(status = 429, content_type = "application/problem+json")]
    TooOften(ProblemView),
    /// Too many computations at once, or the database does not answer.
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(ProblemView),
}
