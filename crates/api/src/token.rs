//! API tokens, for administrators. A token is shown once, when it is created.

use crate::access::Admin;
use crate::expiry_input;
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde::{Deserialize, Deserializer, Serialize};
use stormwire_city::accounts::{ApiToken, DEFAULT_TOKEN_LIFETIME};
use stormwire_clock::later;
use stormwire_store::tables::token::{NewToken, TokenFields, TokenScope};
use stormwire_store::{TokenId, UserId};
use utoipa::ToSchema;

/// An API token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenView {
    #[schema(value_type = i64)]
    id: TokenId,
    name: String,
    #[schema(value_type = i64)]
    user_id: UserId,
    username: String,
    /// What it may do at most: `read`, `operate` or `admin`. It never allows more than the role of its user.
    #[schema(value_type = String)]
    scope: TokenScope,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
    /// Where it was used last.
    last_used_address: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

impl From<ApiToken> for TokenView {
    fn from(token: ApiToken) -> Self {
        let [last_used_at, expires_at] = [token.last_used_at, token.expires_at].map(|at| at.map(|at| at.0));
        Self {
            id: token.id,
            name: token.name,
            user_id: token.user_id,
            username: token.username,
            scope: token.scope,
            created_at: token.created_at.0,
            last_used_at,
            last_used_address: token.last_used_address,
            expires_at,
        }
    }
}

/// A new API token.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewTokenView {
    #[serde(flatten)]
    token_view: TokenView,
    /// Send it as `Authorization: Bearer …`. It is returned only once.
    token: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenInput {
    /// What it is for.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// The user it belongs to; default: you.
    #[schema(value_type = Option<i64>)]
    user_id: Option<UserId>,
    /// `read`, `operate` or `admin` (default): what the token may do at most.
    scope: Option<String>,
    /// Default: in 365 days. Null: never. At the latest 9999-12-30T22:00:00Z.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: ExpiryChange,
}

/// Omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenPatch {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// Null: never. At the latest 9999-12-30T22:00:00Z.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: ExpiryChange,
    /// `read`, `operate` or `admin`.
    scope: Option<String>,
}

/// Distinguishes null from an absent field.
#[derive(Debug, Default)]
enum ExpiryChange {
    #[default]
    Unchanged,
    Never,
    At(Timestamp),
}

impl<'de> Deserialize<'de> for ExpiryChange {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(expiry_input::deserialize(input)?.map_or(Self::Never, Self::At))
    }
}

impl ExpiryChange {
    fn apply(&self, before: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            Self::Unchanged => before,
            Self::Never => None,
            Self::At(at) => Some(*at),
        }
    }
}

/// List API tokens
#[utoipa::path(get, path = "/token", tag = "Users", responses((status = 200, description = "Tokens, oldest first", body = [TokenView]), AccessDenied))]
pub(crate) async fn list(_: Admin, State(app): State<App>) -> Result<axum::Json<Vec<TokenView>>, Problem> {
    Ok(axum::Json(app.tokens.list(None).await?.into_iter().map(TokenView::from).collect()))
}

/// Create an API token
#[utoipa::path(post, path = "/token", tag = "Users", request_body = TokenInput, responses(
    (status = 201, description = "The new token; `token` is returned only once", body = NewTokenView),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(input): Json<TokenInput>,
) -> Result<(StatusCode, axum::Json<NewTokenView>), Problem> {
    check_name(&input.name)?;
    let now = app.clock.now();
    let expires_at = input.expires_at.apply(Some(later(now, DEFAULT_TOKEN_LIFETIME)));
    check_expiry(expires_at, now)?;
    let scope = input.scope.as_deref().map_or(Ok(TokenScope::Admin), parse_scope)?;
    let user_id = input.user_id.unwrap_or(user.person.id);
    let new = NewToken { user_id, fields: TokenFields { name: input.name, expires_at, scope } };
    let created = app.tokens.create(new, user.actor()).await?;
    let (token, secret) = created.ok_or_else(|| Problem::field("userId", format!("user {user_id} not found")))?;
    let view = NewTokenView { token_view: token.into(), token: secret.expose_secret().to_owned() };
    Ok((StatusCode::CREATED, axum::Json(view)))
}

/// Update an API token
///
/// Changes the name, the expiry date or the scope.
#[utoipa::path(patch, path = "/token/{id}", tag = "Users", params(("id" = i64, Path)), request_body = TokenPatch, responses(
    (status = 200, description = "The updated token", body = TokenView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn update(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<TokenId>,
    Json(patch): Json<TokenPatch>,
) -> Result<axum::Json<TokenView>, Problem> {
    patch.name.as_deref().map(check_name).transpose()?;
    check_expiry(patch.expires_at.apply(None), app.clock.now())?;
    let scope = patch.scope.as_deref().map(parse_scope).transpose()?;
    let revise = move |token: &ApiToken| TokenFields {
        scope: scope.unwrap_or(token.scope),
        name: patch.name.unwrap_or_else(|| token.name.clone()),
        expires_at: patch.expires_at.apply(token.expires_at.map(|at| at.0)),
    };
    let updated = app.tokens.update(id, revise, user.actor()).await?;
    Ok(axum::Json(updated.or_not_found("token", id)?.into()))
}

/// Revoke an API token
#[utoipa::path(delete, path = "/token/{id}", tag = "Users", params(("id" = i64, Path)), responses(
    (status = 204, description = "Revoked"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<TokenId>,
) -> Result<StatusCode, Problem> {
    app.tokens.delete(id, None, user.actor()).await?.or_not_found("token", id)
}

fn parse_scope(text: &str) -> Result<TokenScope, Problem> {
    let scope = TokenScope::parse(text);
    scope.ok_or_else(|| Problem::field("scope", format!("unknown scope {text:?}; use read, operate or admin")))
}

fn check_expiry(expires_at: Option<Timestamp>, now: Timestamp) -> Result<(), Problem> {
    if expires_at.is_some_and(|at| at <= now) {
        return Err(Problem::field("expiresAt", "must be in the future; to end a token now, revoke it"));
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), Problem> {
    let is_valid =
        (1..=200).contains(&name.chars().count()) && !name.trim().is_empty() && !name.chars().any(char::is_control);
    if is_valid { Ok(()) } else { Err(Problem::field("name", "must have 1 to 200 visible characters")) }
}
