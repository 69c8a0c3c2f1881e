//! The list of facilities: all of them, a page of them, or what changed.

use super::parameters_doc::ParametersDoc;
use super::query::{FacilitiesPart, FacilitiesQuery, ProximityQuery, cursor_text, since_text};
use super::responder::{ComputationInput, Responder, ResponseInputs};
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::{App, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use std::sync::Arc;
use stormwire_geo::ParameterOverrides;
use stormwire_http::response_cache::CachedResponse;
use stormwire_lightning::{ChangeSelection, ComputationKind, EvaluatedFacilities, PageSelection, ThreatPicture};
use stormwire_views::facility_list::FacilitiesView;
use stormwire_views::geojson::FacilityFeatures;
use stormwire_views::list_format::ListFormat;

/// List the lightning status of facilities
///
/// Most threatened first. Each facility is evaluated by its policy; parameters override the numbers of all policies. With
/// `Accept: application/geo+json` or `format=geojson` as GeoJSON, for GIS programs.
///
/// Without `bbox`, `q`, `ids`, `limit`, `cursor` and `since` the response has all facilities. With any of these
/// but `since` it is a page; `nextCursor` is the `cursor` of the next one. A page continues after the facility with which
/// the one before ended, also if the order has changed meanwhile. A facility that became more threatened may then be on no page: if
/// `orderChanged` is true, start again without `cursor`, or use `since`, which misses nothing.
///
/// With `since` the response has what changed: start with `since=0`, then pass the last `changes.nextSince`. A facility has changed when
/// its name, location, policy, status, count, closest or nearest strike, `clearAt` or a ring is another one. `lastStrike`,
/// `ageMinutes` and `allClearInMinutes` follow from `newestStrike`, `clearAt` and `asOf` and are not changes. If `changes.isDelta` is
/// false, discard what you have: the service has restarted, another process responded, or `bbox` is another one.
#[utoipa::path(get, path = "/lightning-strikes/facilities", tag = "Lightning",
    params(ParametersDoc,
        ("bbox" = Option<String>, Query, description = "`minLng,minLat,maxLng,maxLat`, inclusive on all sides: only facilities inside, none without a location. A box across the antimeridian is rejected; request its two halves"),
        ("q" = Option<String>, Query, max_length = 100, description = "Only facilities whose name contains every word, whatever its case and accents; at most 100 characters; not with `since`"),
        ("ids" = Option<String>, Query, pattern = "^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", description = "Only these facilities: 1 to 200 ids separated by commas; ids that do not exist are ignored; not with `since`"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 2_000, description = "1 to 2,000 facilities in one response; default 2,000 with `bbox`, `q`, `ids`, `cursor` or `since`, otherwise all"),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the page before; not with `since`"),
        ("since" = Option<String>, Query, description = "`0`, then `changes.nextSince` of the last response. Only of the live status: not with `asOf`, the numbers of policies, `cursor` or GeoJSON"),
        ("format" = Option<String>, Query, pattern = "^(json|geojson)$", description = "`json` or `geojson`; default: by `Accept`, `json` unless it names `application/geo+json`")),
    responses((status = 200, description = "The facilities; those without a location last", content(
        (FacilitiesView = "application/json"), (FacilityFeatures = "application/geo+json"),
    )), InvalidInput, Overloaded))]
pub(crate) async fn facilities(
    State(app): State<App>,
    query: FacilitiesQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let FacilitiesQuery { about: ProximityQuery { as_of, overrides }, format, part } = query;
    let chosen = ListFormat::choose(format, &headers);
    if matches!(part, FacilitiesPart::Changes(_)) && chosen.format == ListFormat::GeoJson {
        return Err(Problem::field("since", "changes are JSON; omit since, or request application/json"));
    }
    let is_part = !matches!(part, FacilitiesPart::All);
    let inputs = if is_part {
        ResponseInputs::part_of_facilities(as_of, overrides)
    } else {
        ResponseInputs::facilities(as_of, overrides)
    };
    let responder = Responder { app: &app, headers: &headers, uri: &uri, format: Some(chosen) };
    responder
        .respond(inputs, async |ComputationInput { picture, permit }| {
            let all = app.lightning.facilities(&picture, overrides, permit.as_ref()).await;
            // The evaluation is shared, but this is rendered for one client: only a few of them at once.
            let permit = match permit {
                None if is_part => Some(app.lightning.compute_permit(ComputationKind::Part).await?),
                permit => permit,
            };
            let render = move || {
                let list = FacilityList { picture, all, overrides, is_replay: as_of.is_some() };
                let response = match &part {
                    FacilitiesPart::All => list.whole(chosen.format),
                    FacilitiesPart::Page(selection) => list.page(selection, chosen.format),
                    FacilitiesPart::Changes(selection) => list.changes(selection),
                };
                response.in_format(chosen.format.content_type())
            };
            Ok(app.lightning.run_blocking(permit.as_ref(), render).await)
        })
        .await
}

/// What a response is rendered from.
struct FacilityList {
    picture: Arc<ThreatPicture>,
    all: Arc<EvaluatedFacilities>,
    overrides: ParameterOverrides,
    is_replay: bool,
}

impl FacilityList {
    fn whole(&self, format: ListFormat) -> CachedResponse {
        let Self { picture, all, overrides, is_replay } = self;
        match format {
            ListFormat::Json => CachedResponse::live(&FacilitiesView::new(picture, all, overrides), all.changes_at),
            ListFormat::GeoJson => {
                CachedResponse::live(&FacilityFeatures::new(picture, all, *is_replay), all.changes_at)
            }
        }
    }

    fn page(&self, selection: &PageSelection, format: ListFormat) -> CachedResponse {
        let Self { picture, all, overrides, is_replay } = self;
        let page = all.page(picture, selection);
        let next = page.next.as_ref().map(cursor_text);
        match format {
            ListFormat::Json => {
                CachedResponse::live(&FacilitiesView::page(picture, &page, overrides, next), all.changes_at)
            }
            ListFormat::GeoJson => {
                CachedResponse::live(&FacilityFeatures::page(picture, &page, *is_replay, next), all.changes_at)
            }
        }
    }

    fn changes(&self, selection: &ChangeSelection) -> CachedResponse {
        let Self { picture, all, .. } = self;
        let view = all.changes(picture, selection).map(|changes| {
            let next_since = since_text(changes.position, selection.bounds);
            FacilitiesView::changes(picture, &changes, next_since)
        });
        // The query allows changes of the live picture by the policies only, and those have versions.
        view.map_or_else(|| self.whole(ListFormat::Json), |view| CachedResponse::live(&view, all.changes_at))
    }
}
