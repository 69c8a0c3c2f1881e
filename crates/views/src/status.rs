//! The JSON about lightning. Distances and times are rounded here, last.

use crate::strike_kind::StrikeKindView;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_city::facilities::Facility;
use stormwire_geo::{
    DurationMicros, Policy as Rule, Proximity, Ring, RingState, StrikeDistance, ThreatParameter, ThreatParameters,
    ThreatStatus,
};
use stormwire_lightning::{CanaryReport, EvaluatedFacilities, ThreatPicture, to_timestamp, to_unix_micros};
use stormwire_store::tables::policy::Policy;
use stormwire_store::{FacilityId, PolicyId};
use utoipa::ToSchema;

/// The health of the strike data. A display must not show `Clear` unless the feed is healthy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedView {
    /// False: strikes may be missing. Null: nothing feeds strikes.
    healthy: Option<bool>,
    /// Why the feed is not healthy; null otherwise.
    reason: Option<String>,
    /// What `reason` says, one code for each problem, such as `pollOverdue` or `messageFailed`; empty if it is null. A code
    /// keeps its meaning; new ones may be added.
    #[schema(value_type = Vec<String>, example = json!([]))]
    reason_codes: Vec<&'static str>,
    /// Last successful poll of the vendor's mailbox, or last sign of life of an external loader.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_checked_at: Option<Timestamp>,
    /// The newest strike not after `asOf`.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_strike_at: Option<Timestamp>,
    /// The last test message to the vendor's mailbox; null if none are sent.
    canary: Option<CanaryView>,
}

/// A test message that must arrive in the vendor's mailbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CanaryView {
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
    /// Null while it is on its way.
    #[schema(value_type = Option<String>, format = DateTime)]
    seen_at: Option<Timestamp>,
    /// From sending to recognition; null while it is on its way.
    seconds: Option<f64>,
}

impl From<CanaryReport> for CanaryView {
    fn from(canary: CanaryReport) -> Self {
        let seconds = canary.duration().map(|took| (took.as_secs_f64() * 1_000.0).round() / 1_000.0);
        Self { sent_at: canary.sent_at, seen_at: canary.seen_at, seconds }
    }
}

impl FeedView {
    pub(crate) fn new(picture: &ThreatPicture) -> Self {
        let feed = picture.feed();
        Self {
            healthy: feed.healthy,
            reason: feed.reason.clone(),
            reason_codes: feed.reason_codes.iter().map(|code| code.as_str()).collect(),
            last_checked_at: feed.last_checked_at,
            last_strike_at: picture.last_strike_at(),
            canary: feed.canary.map(CanaryView::from),
        }
    }
}

/// A policy, and its rule with the numbers of the request.
#[derive(Clone, Copy)]
pub struct EvaluatedPolicy<'a> {
    pub policy: &'a Policy,
    pub rule: &'a Rule,
}

/// The parameters that were used: those of the policy unless the request gives others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParametersView {
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
}

impl From<&ThreatParameters> for ParametersView {
    fn from(all: &ThreatParameters) -> Self {
        Self {
            radius_miles: all.value(ThreatParameter::Radius),
            danger_minutes: all.value(ThreatParameter::Danger),
            all_clear_minutes: all.value(ThreatParameter::AllClear),
            history_hours: all.value(ThreatParameter::History),
        }
    }
}

/// The newest strike of all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastStrikeView {
    distance_miles: f64,
    age_minutes: f64,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    r#type: String,
    kind: StrikeKindView,
}

/// The nearest strike of the history window.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosestStrikeView {
    distance_miles: f64,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    r#type: String,
    kind: StrikeKindView,
}

/// Lightning status of one location. Miles have three decimals, minutes one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProximityView {
    /// `Active`, `Clearing` or `Clear`.
    #[schema(example = "Active")]
    status: &'static str,
    last_strike: Option<LastStrikeView>,
    closest: Option<ClosestStrikeView>,
    /// Strikes inside the danger radius during the danger window.
    count_in_window: usize,
    /// The distance of the nearest of those strikes; null if there are none. Active facilities are in the order of it.
    nearest_in_window_miles: Option<f64>,
    /// Only while `Clearing`; otherwise null.
    all_clear_in_minutes: Option<f64>,
    /// When the status becomes `Clear` if there are no more strikes; null if it is `Clear`.
    #[schema(value_type = Option<String>, format = DateTime)]
    clear_at: Option<Timestamp>,
    /// The policy by which the status was evaluated.
    #[schema(value_type = i64)]
    policy_id: PolicyId,
    /// The outer rings of the policy, from inside to outside.
    rings: Vec<RingStateView>,
}

/// An outer ring of a policy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RingState)]
pub struct RingStateView {
    name: String,
    radius_miles: f64,
    /// True until the clear time of the ring has passed since its last strike.
    active: bool,
    /// The newest strike within the ring's radius.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_strike_at: Option<Timestamp>,
    /// When the ring clears if there are no more strikes; null if it is not active.
    #[schema(value_type = Option<String>, format = DateTime)]
    clear_at: Option<Timestamp>,
}

impl RingStateView {
    fn new(ring: &Ring, state: &RingState) -> Self {
        Self {
            name: ring.name().to_owned(),
            radius_miles: ring.radius().0,
            active: state.is_active(),
            last_strike_at: state.last_strike_at.map(to_timestamp),
            clear_at: state.clear_at.map(to_timestamp),
        }
    }
}

impl ProximityView {
    pub(crate) fn new(picture: &ThreatPicture, policy: &Policy, proximity: &Proximity) -> Self {
        let label = |seen: &StrikeDistance| picture.strikes().label(&seen.strike);
        let last = |seen: StrikeDistance| LastStrikeView {
            distance_miles: seen.distance.miles().rounded(),
            age_minutes: to_unix_micros(picture.as_of()).since(seen.strike.at).rounded_minutes(),
            timestamp: to_timestamp(seen.strike.at),
            r#type: label(&seen).vendor.vendor_type.clone(),
            kind: label(&seen).kind.into(),
        };
        let closest = |seen: StrikeDistance| ClosestStrikeView {
            distance_miles: seen.distance.miles().rounded(),
            timestamp: to_timestamp(seen.strike.at),
            r#type: label(&seen).vendor.vendor_type.clone(),
            kind: label(&seen).kind.into(),
        };
        let rings = policy.fields.rule.rings().iter().zip(proximity.rings.as_slice());
        Self {
            status: match proximity.status {
                ThreatStatus::Active => "Active",
                ThreatStatus::Clearing => "Clearing",
                ThreatStatus::Clear => "Clear",
            },
            last_strike: proximity.last_strike.map(last),
            closest: proximity.closest.map(closest),
            count_in_window: proximity.count_in_window,
            nearest_in_window_miles: proximity.nearest_in_window.map(|distance| distance.miles().rounded()),
            all_clear_in_minutes: proximity.all_clear_in.map(DurationMicros::rounded_minutes),
            clear_at: proximity.clear_at.map(to_timestamp),
            policy_id: policy.id,
            // Overrides of a request do not change rings.
            rings: rings.map(|(ring, state)| RingStateView::new(ring, state)).collect(),
        }
    }
}

/// When the status or a ring changes if there are no more strikes.
pub fn changes_at(proximity: &Proximity) -> Option<Timestamp> {
    proximity.changes_at().map(to_timestamp)
}

/// The most threatened facility.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreatView {
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    name: String,
    proximity: ProximityView,
}

/// Strikes of the whole city are counted over this window, which is the default danger window.
const WINDOW_MINUTES: u32 = 30;

/// Lightning status of the city.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusView {
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    any_active: bool,
    active_count: usize,
    clearing_count: usize,
    /// Facilities with a location.
    facility_count: usize,
    /// Facilities without a location; their status is unknown.
    unknown_count: usize,
    /// The most threatened facility, even if it is `Clear`.
    highest_threat: Option<ThreatView>,
    /// All strikes of the last `windowMinutes`, at any distance.
    strikes_in_window: usize,
    window_minutes: u32,
    feed: FeedView,
}

impl StatusView {
    pub fn new(picture: &ThreatPicture, all: &EvaluatedFacilities) -> Self {
        let highest = all.ranking.first().and_then(|first| {
            let (facility, proximity) = (&picture.facilities()[first.facility], first.proximity.as_ref()?);
            Some(ThreatView {
                facility_id: facility.id,
                name: facility.name.clone(),
                proximity: ProximityView::new(picture, picture.policies().of(facility), proximity),
            })
        });
        Self {
            as_of: picture.as_of(),
            any_active: all.counts.active > 0,
            active_count: all.counts.active,
            clearing_count: all.counts.clearing,
            facility_count: all.counts.evaluated,
            unknown_count: all.counts.unknown,
            highest_threat: highest,
            strikes_in_window: picture.strikes_within(DurationMicros::minutes(f64::from(WINDOW_MINUTES))),
            window_minutes: WINDOW_MINUTES,
            feed: FeedView::new(picture),
        }
    }
}

/// Lightning status of a facility or a point.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProximityResponse {
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    parameters: ParametersView,
    feed: FeedView,
    /// Only for facilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>)]
    facility_id: Option<FacilityId>,
    /// Only for facilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The city's time zone, for displays on other sites.
    #[schema(example = "America/Chicago")]
    timezone: String,
    proximity: ProximityView,
}

impl ProximityResponse {
    pub fn new(picture: &ThreatPicture, by: EvaluatedPolicy<'_>, proximity: &Proximity, timezone: &str) -> Self {
        Self {
            as_of: picture.as_of(),
            parameters: by.rule.parameters().into(),
            feed: FeedView::new(picture),
            facility_id: None,
            name: None,
            timezone: timezone.to_owned(),
            proximity: ProximityView::new(picture, by.policy, proximity),
        }
    }

    #[must_use]
    pub fn for_facility(self, facility: &Facility) -> Self {
        Self { facility_id: Some(facility.id), name: Some(facility.name.clone()), ..self }
    }
}
