//! What an edited policy would have done in the last storm, before it is saved.

use crate::access::Admin;
use crate::policy::PolicyBody;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound, Overloaded};
use crate::{App, Json, Problem};
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use stormwire_city::policies::{PolicyError, PolicyInput};
use stormwire_geo::StormEffect;
use stormwire_lightning::{PreviewedFacility, StormPreview, to_timestamp};
use stormwire_store::{FacilityId, PolicyId};
use utoipa::ToSchema;

/// Facilities in the response: those that change the most.
const MAX_LISTED: usize = 20;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PolicyPreviewInput)]
pub(crate) struct PreviewBody {
    /// The policy that is edited; null for a new one, which is replayed for every facility.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    policy_id: Option<PolicyId>,
    policy: PolicyBody,
}

/// What a policy did, or would have done, in the last storm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StormEffect)]
pub(crate) struct EffectView {
    /// Minutes with the status `Active`, of all replayed facilities.
    active_minutes: f64,
    /// How often a facility closed: `Active` or `Clearing` after `Clear`.
    closures: usize,
    /// When the first facility was `Active` or had an active ring; null if none was.
    #[schema(value_type = Option<String>, format = DateTime)]
    earliest_warning_at: Option<Timestamp>,
}

impl EffectView {
    fn of(effects: impl Iterator<Item = StormEffect> + Clone) -> Self {
        Self {
            active_minutes: effects.clone().map(|effect| effect.active.rounded_minutes()).sum(),
            closures: effects.clone().map(|effect| effect.closures).sum(),
            earliest_warning_at: effects.filter_map(|effect| effect.first_warning_at).min().map(to_timestamp),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedFacility)]
pub(crate) struct PreviewedFacilityView {
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    name: String,
    before: EffectView,
    after: EffectView,
}

impl From<&PreviewedFacility> for PreviewedFacilityView {
    fn from(one: &PreviewedFacility) -> Self {
        let view = |effect: StormEffect| EffectView::of(std::iter::once(effect));
        let (before, after) = (view(one.before), view(one.after));
        Self { facility_id: one.facility.id, name: one.facility.name.clone(), before, after }
    }
}

/// The last storm, replayed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyPreview)]
pub(crate) struct PreviewView {
    /// The first strike.
    #[schema(value_type = String, format = DateTime)]
    from: Timestamp,
    /// The last strike.
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
    strikes: usize,
    /// Facilities with a location that have the policy; of a new policy all facilities.
    facility_count: usize,
    /// How many of them were replayed: at most 500.
    replayed_count: usize,
    /// By their current policies.
    before: EffectView,
    /// By the edited policy.
    after: EffectView,
    /// Up to 20 facilities whose time as `Active` changes the most.
    facilities: Vec<PreviewedFacilityView>,
}

impl From<StormPreview> for PreviewView {
    fn from(preview: StormPreview) -> Self {
        let StormPreview { from, to, strikes, facility_count, mut replayed } = preview;
        let before = EffectView::of(replayed.iter().map(|one| one.before));
        let after = EffectView::of(replayed.iter().map(|one| one.after));
        let replayed_count = replayed.len();
        replayed.sort_by_key(|one| Reverse((one.after.active.0 - one.before.active.0).abs()));
        let facilities = replayed.iter().take(MAX_LISTED).map(PreviewedFacilityView::from).collect();
        Self { from, to, strikes, facility_count, replayed_count, before, after, facilities }
    }
}

/// Preview a policy
///
/// Replays the last storm with the edited policy, and saves nothing.
#[utoipa::path(post, path = "/policy/preview", tag = "Policies", request_body = PreviewBody, responses(
    (status = 200, description = "The effect before and after; null if no strikes are stored", body = Option<PreviewView>),
    InvalidInput,
    NotFound,
    AccessDenied,
    Overloaded,
))]
pub(crate) async fn preview(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<PreviewBody>,
) -> Result<axum::Json<Option<PreviewView>>, Problem> {
    let input: PolicyInput = body.policy.into();
    let fields = input.validate().map_err(PolicyError::Invalid)?;
    if let Some(id) = body.policy_id {
        app.policies.get(id).await?.or_not_found("policy", id)?;
    }
    let preview = app.lightning.preview_policy(body.policy_id, fields.rule).await?;
    Ok(axum::Json(preview.map(PreviewView::from)))
}
