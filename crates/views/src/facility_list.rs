//! The list of facilities as JSON: all of them, a page, or what changed.

use crate::policy::PolicyView;
use crate::position::LatLongView;
use crate::status::{FeedView, ParametersView, ProximityView};
use crate::strike_kind::StrikeKindView;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_city::facilities::Facility;
use stormwire_geo::{ParameterOverrides, Strike};
use stormwire_lightning::{EvaluatedFacilities, FacilityChanges, FacilityPage, Ranking, ThreatPicture, to_timestamp};
use stormwire_store::FacilityId;
use stormwire_store::tables::policy::Policy;
use utoipa::ToSchema;

/// A facility and its lightning status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacilityStatusView {
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    name: String,
    lat_long_point: Option<LatLongView>,
    /// Null if the facility has no location: its status is unknown, never `Clear`.
    proximity: Option<ProximityView>,
}

impl FacilityStatusView {
    fn new(picture: &ThreatPicture, ranking: &Ranking) -> Self {
        let facility = &picture.facilities()[ranking.facility];
        let policy = picture.policies().of(facility);
        Self {
            facility_id: facility.id,
            name: facility.name.clone(),
            lat_long_point: facility.lat_long.map(LatLongView::from),
            proximity: ranking.proximity.as_ref().map(|known| ProximityView::new(picture, policy, known)),
        }
    }
}

/// The newest strike of all, from which the distance to each facility can be computed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewestStrikeView {
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    r#type: String,
    kind: StrikeKindView,
    lat_long_point: LatLongView,
}

impl NewestStrikeView {
    fn new(picture: &ThreatPicture, strike: &Strike) -> Self {
        let label = picture.strikes().label(strike);
        Self {
            timestamp: to_timestamp(strike.at),
            r#type: label.vendor.vendor_type.clone(),
            kind: label.kind.into(),
            lat_long_point: strike.position.into(),
        }
    }
}

/// Facilities, most threatened first; with `since` those that changed, in the order of their changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacilitiesView {
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Of the city's default policy, unless the request gives others.
    parameters: ParametersView,
    /// The policies of these facilities, with the numbers of the request; in pages and changes all policies.
    policies: Vec<PolicyView>,
    feed: FeedView,
    facilities: Vec<FacilityStatusView>,
    /// Only of a page: facilities that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Only if there are more pages: `cursor` of the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// Only of a page. True: facilities have moved between the pages that were read and the rest, so some are missing or come twice.
    /// Start again without `cursor`, or use `since`.
    #[serde(skip_serializing_if = "Option::is_none")]
    order_changed: Option<bool>,
    /// Only with `since`.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesView>,
}

/// For clients that read changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangesView {
    /// True: only what changed after `since`. False: `since` is not known; discard everything and start again with this response.
    is_delta: bool,
    /// Facilities that do not exist any more, or are not in `bbox` any more; remove them before adding `facilities`. May name
    /// facilities that the client never had.
    #[schema(value_type = Vec<i64>)]
    removed: Vec<FacilityId>,
    /// `since` of the next request.
    next_since: String,
    /// True: there are more changes; request them now.
    has_more: bool,
    /// The newest strike; null if there is none. `lastStrike` of a facility is not repeated for every new strike.
    newest_strike: Option<NewestStrikeView>,
}

impl FacilitiesView {
    pub fn new(picture: &ThreatPicture, all: &EvaluatedFacilities, overrides: &ParameterOverrides) -> Self {
        Self::of_some(picture, all, overrides, |_| true)
    }

    /// Of the included facilities only.
    pub fn of_some(
        picture: &ThreatPicture,
        all: &EvaluatedFacilities,
        overrides: &ParameterOverrides,
        is_included: impl Fn(&Facility) -> bool,
    ) -> Self {
        let policies = picture.policies();
        let is_used = |policy: &&Policy| picture.facilities().iter().any(|one| policies.of(one).id == policy.id);
        let used = policies.all().iter().filter(is_used);
        let included = all.ranking.iter().filter(|ranking| is_included(&picture.facilities()[ranking.facility]));
        Self::of_rankings(picture, overrides, used, included)
    }

    pub fn page(
        picture: &ThreatPicture,
        page: &FacilityPage<'_>,
        overrides: &ParameterOverrides,
        next_cursor: Option<String>,
    ) -> Self {
        let rankings = page.rankings.iter().copied();
        let list = Self::of_rankings(picture, overrides, picture.policies().all().iter(), rankings);
        Self { total: Some(page.total), next_cursor, order_changed: Some(page.is_order_changed), ..list }
    }

    pub fn changes(picture: &ThreatPicture, changes: &FacilityChanges<'_>, next_since: String) -> Self {
        let (rankings, policies) = (changes.rankings.iter().copied(), picture.policies().all().iter());
        let newest = picture.strikes().newest(picture.as_of());
        let view = ChangesView {
            is_delta: changes.is_delta,
            removed: changes.removed.clone(),
            next_since,
            has_more: changes.has_more,
            newest_strike: newest.map(|strike| NewestStrikeView::new(picture, strike)),
        };
        let list = Self::of_rankings(picture, &ParameterOverrides::default(), policies, rankings);
        Self { changes: Some(view), ..list }
    }

    fn of_rankings<'a>(
        picture: &ThreatPicture,
        overrides: &ParameterOverrides,
        policies: impl Iterator<Item = &'a Policy>,
        rankings: impl Iterator<Item = &'a Ranking>,
    ) -> Self {
        let view = |policy: &Policy| PolicyView::with_rule(policy, &policy.fields.rule.with_overrides(overrides));
        let default = picture.policies().city_default().fields.rule.parameters();
        Self {
            as_of: picture.as_of(),
            parameters: (&overrides.apply(*default)).into(),
            policies: policies.map(view).collect(),
            feed: FeedView::new(picture),
            facilities: rankings.map(|ranking| FacilityStatusView::new(picture, ranking)).collect(),
            total: None,
            next_cursor: None,
            order_changed: None,
            changes: None,
        }
    }
}
