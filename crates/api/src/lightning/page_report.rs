//! The report inside a page, so that it shows the status before the first request of its script.

use crate::App;
use std::sync::Arc;
use stormwire_geo::ParameterOverrides;
use stormwire_lightning::{EvaluatedFacilities, ThreatPicture};
use stormwire_store::FacilityId;
use stormwire_views::facility_list::FacilitiesView;
use stormwire_views::status::StatusView;

/// Longer lists are left to the first request of the page's script.
const MAX_FACILITIES: usize = 400;
const MAX_LIST_BYTES: usize = 200_000;

/// The facilities that a page needs first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportScope {
    All,
    One(FacilityId),
}

/// The bodies of `/city`, `/lightning-strikes/status` and `/lightning-strikes/facilities` as one JSON object. `isComplete` says
/// whether all facilities are in it. `city` is JSON.
pub(crate) async fn page_report(app: &App, picture: &Arc<ThreatPicture>, scope: ReportScope, city: &str) -> String {
    let all = app.lightning.facilities(picture, ParameterOverrides::default(), None).await;
    let (picture, city) = (picture.clone(), city.to_owned());
    app.lightning.run_blocking(None, move || render(&picture, &all, scope, &city)).await
}

fn render(picture: &ThreatPicture, all: &EvaluatedFacilities, scope: ReportScope, city: &str) -> String {
    // A view holds nothing that JSON cannot represent.
    let status = serde_json::to_string(&StatusView::new(picture, all)).unwrap_or_default();
    let complete = complete_list(picture, all, scope);
    let is_complete = complete.is_some();
    let facilities = complete.unwrap_or_else(|| list(picture, all, |id| scope == ReportScope::One(id)));
    format!(r#"{{"isComplete":{is_complete},"city":{city},"status":{status},"facilities":{facilities}}}"#)
}

/// `None` if the page does not need it or it is too long.
fn complete_list(picture: &ThreatPicture, all: &EvaluatedFacilities, scope: ReportScope) -> Option<String> {
    let is_needed = scope == ReportScope::All && all.ranking.len() <= MAX_FACILITIES;
    is_needed.then(|| list(picture, all, |_| true)).filter(|text| text.len() <= MAX_LIST_BYTES)
}

fn list(picture: &ThreatPicture, all: &EvaluatedFacilities, is_included: impl Fn(FacilityId) -> bool) -> String {
    let overrides = ParameterOverrides::default();
    let view = FacilitiesView::of_some(picture, all, &overrides, |facility| is_included(facility.id));
    serde_json::to_string(&view).unwrap_or_default()
}
