//! Users, for administrators.

use crate::access::Admin;
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use stormwire_city::accounts::{EndedAccess, Password, User, UserChange, UserError};
use stormwire_store::UserId;
use stormwire_store::tables::user::{Role, SignInMethod};
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserView {
    #[schema(value_type = i64)]
    id: UserId,
    username: String,
    /// `viewer`, `operator` or `admin`.
    #[schema(value_type = String)]
    role: Role,
    /// `password`; `breakGlass` for a password that also works while local sign-in is off; `oidc` for users of the OpenID
    /// Connect provider, which sets their role.
    #[schema(value_type = String)]
    sign_in_method: SignInMethod,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        let User { id, username, role, sign_in_method, created_at, updated_at } = user;
        Self { id, username, role, sign_in_method, created_at: created_at.0, updated_at: updated_at.0 }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserInput {
    /// 1 to 100 letters, digits, dots, dashes, underscores and at signs.
    #[schema(min_length = 1, max_length = 100, pattern = "^[A-Za-z0-9._@-]+$")]
    username: String,
    /// At least 8 characters, not easy to guess, and more than the username.
    #[schema(value_type = String, format = Password, min_length = 8)]
    password: SecretString,
    /// `viewer`, `operator` or `admin`.
    #[schema(pattern = "^(viewer|operator|admin)$")]
    role: String,
}

/// Omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserPatch {
    #[schema(min_length = 1, max_length = 100, pattern = "^[A-Za-z0-9._@-]+$")]
    username: Option<String>,
    /// A new password ends all sessions and API tokens of the user.
    #[schema(value_type = Option<String>, format = Password, min_length = 8)]
    password: Option<SecretString>,
    #[schema(pattern = "^(viewer|operator|admin)$")]
    role: Option<String>,
}

/// List users
#[utoipa::path(get, path = "/user", tag = "Users", responses((status = 200, description = "Users, by name", body = [UserView]), AccessDenied))]
pub(crate) async fn list(_: Admin, State(app): State<App>) -> Result<axum::Json<Vec<UserView>>, Problem> {
    Ok(axum::Json(app.users.list().await?.into_iter().map(UserView::from).collect()))
}

/// Create a user
#[utoipa::path(post, path = "/user", tag = "Users", request_body = UserInput, responses(
    (status = 201, description = "The new user", body = UserView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(input): Json<UserInput>,
) -> Result<(StatusCode, axum::Json<UserView>), Problem> {
    let (role, password) = (parse_role(&input.role)?, parse_password(input.password, &input.username)?);
    let created = app.users.create(input.username, role, password, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(created.into())))
}

/// Update a user
///
/// A new password ends all sessions and API tokens of the user.
#[utoipa::path(patch, path = "/user/{id}", tag = "Users", params(("id" = i64, Path)), request_body = UserPatch, responses(
    (status = 200, description = "The updated user", body = UserView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn update(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<UserId>,
    Json(patch): Json<UserPatch>,
) -> Result<axum::Json<UserView>, Problem> {
    let role = patch.role.as_deref().map(parse_role).transpose()?;
    let password = match patch.password {
        Some(password) => {
            let current = app.users.get(id).await?.or_not_found("user", id)?;
            Some(parse_password(password, patch.username.as_ref().unwrap_or(&current.username))?)
        }
        None => None,
    };
    let change = UserChange { username: patch.username, role, password };
    let updated = app.users.update(id, change, user.actor()).await?;
    Ok(axum::Json(updated.or_not_found("user", id)?.into()))
}

/// Delete a user
///
/// Also deletes the sessions and API tokens of the user.
#[utoipa::path(delete, path = "/user/{id}", tag = "Users", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<UserId>,
) -> Result<StatusCode, Problem> {
    app.users.delete(id, user.actor()).await?.or_not_found("user", id)
}

fn parse_role(text: &str) -> Result<Role, Problem> {
    Role::parse(text)
        .ok_or_else(|| Problem::field("role", format!("unknown role {text:?}; use viewer, operator or admin")))
}

/// What was ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevokedAccess {
    sessions: u64,
    tokens: u64,
}

/// End all access of a user
///
/// Ends all sessions and API tokens of the user. The password stays; the user can sign in again.
#[utoipa::path(post, path = "/user/{id}/revoke", tag = "Users", params(("id" = i64, Path)), responses(
    (status = 200, description = "What was ended", body = RevokedAccess),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn revoke(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<UserId>,
) -> Result<axum::Json<RevokedAccess>, Problem> {
    let ended = app.sessions.end_all(id, user.actor()).await?;
    let EndedAccess { sessions, tokens } = ended.or_not_found("user", id)?;
    Ok(axum::Json(RevokedAccess { sessions, tokens }))
}

fn parse_password(text: SecretString, username: &str) -> Result<Password, Problem> {
    Password::new(text, username).map_err(|error| Problem::field("password", error))
}

impl From<UserError> for Problem {
    fn from(error: UserError) -> Self {
        match error {
            UserError::InvalidName => Self::field("username", error),
            UserError::NameTaken => Self::taken("username", error),
            UserError::LastAdmin | UserError::ManagedElsewhere => Self::new(StatusCode::CONFLICT, error.to_string()),
            UserError::Store(error) => error.into(),
        }
    }
}
