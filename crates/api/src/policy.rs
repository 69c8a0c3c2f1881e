//! Policies: the rules by which facilities are evaluated. Viewers read them; administrators edit them.

use crate::access::{Admin, Viewer};
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, FieldProblem, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stormwire_city::policies::{Policy, PolicyError, PolicyInput, RingInput};
use stormwire_store::PolicyId;
use stormwire_views::policy::{PolicyView, RingView};
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PolicyInput)]
pub(crate) struct PolicyBody {
    /// 1 to 100 visible characters; unique.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// Danger radius, above 0 and at most 500.
    #[schema(exclusive_minimum = 0, maximum = 500)]
    radius_miles: f64,
    /// Danger window, above 0 and at most 1,440.
    #[schema(exclusive_minimum = 0, maximum = 1_440)]
    danger_minutes: f64,
    /// All-clear window, above 0 and at most 1,440.
    #[schema(exclusive_minimum = 0, maximum = 1_440)]
    all_clear_minutes: f64,
    /// History window, above 0 and at most 168.
    #[schema(exclusive_minimum = 0, maximum = 168)]
    history_hours: f64,
    /// Up to three, from inside to outside.
    #[serde(default)]
    #[schema(max_items = 3)]
    rings: Vec<RingView>,
    /// Ignored, so that a response can be sent back as a request.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: serde::de::IgnoredAny,
}

impl From<PolicyBody> for PolicyInput {
    fn from(body: PolicyBody) -> Self {
        let PolicyBody { name, radius_miles, danger_minutes, all_clear_minutes, history_hours, rings, .. } = body;
        let ring = |RingView { name, radius_miles, clear_minutes }| RingInput { name, radius_miles, clear_minutes };
        let rings = rings.into_iter().map(ring).collect();
        Self { name, radius_miles, danger_minutes, all_clear_minutes, history_hours, rings }
    }
}

/// List policies
#[utoipa::path(get, path = "/policy", tag = "Policies", responses(
    (status = 200, description = "Policies, by id; the city's default first", body = [PolicyView]),
    AccessDenied,
))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<PolicyView>>, Problem> {
    Ok(axum::Json(app.policies.list().await?.iter().map(PolicyView::from).collect()))
}

/// Get a policy
#[utoipa::path(get, path = "/policy/{id}", tag = "Policies", params(("id" = i64, Path)), responses(
    (status = 200, description = "The policy", body = PolicyView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<PolicyId>,
) -> Result<axum::Json<PolicyView>, Problem> {
    policy_or_not_found(app.policies.get(id).await?, id)
}

/// Create a policy
#[utoipa::path(post, path = "/policy", tag = "Policies", request_body = PolicyBody, responses(
    (status = 201, description = "The new policy", body = PolicyView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<PolicyBody>,
) -> Result<(StatusCode, axum::Json<PolicyView>), Problem> {
    let created = app.policies.create(body.into(), user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(PolicyView::from(&created))))
}

/// Replace a policy
///
/// The status of its facilities follows at once.
#[utoipa::path(put, path = "/policy/{id}", tag = "Policies", params(("id" = i64, Path)), request_body = PolicyBody, responses(
    (status = 200, description = "The updated policy", body = PolicyView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<PolicyId>,
    Json(body): Json<PolicyBody>,
) -> Result<axum::Json<PolicyView>, Problem> {
    policy_or_not_found(app.policies.update(id, body.into(), user.actor()).await?, id)
}

/// Delete a policy
///
/// Policy 1 and policies of facilities cannot be deleted.
#[utoipa::path(delete, path = "/policy/{id}", tag = "Policies", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<PolicyId>,
) -> Result<StatusCode, Problem> {
    app.policies.delete(id, user.actor()).await?.or_not_found("policy", id)
}

fn policy_or_not_found(found: Option<Policy>, id: PolicyId) -> Result<axum::Json<PolicyView>, Problem> {
    Ok(axum::Json(PolicyView::from(&found.or_not_found("policy", id)?)))
}

impl From<PolicyError> for Problem {
    fn from(error: PolicyError) -> Self {
        match error {
            PolicyError::Invalid(violations) => Self::violations(
                violations.into_iter().map(|one| FieldProblem { field: one.field, message: one.message }).collect(),
            ),
            PolicyError::NameTaken | PolicyError::InUse(_) | PolicyError::IsDefault => {
                Self::new(StatusCode::CONFLICT, error.to_string())
            }
            PolicyError::Store(error) => error.into(),
        }
    }
}
