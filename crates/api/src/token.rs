//! API tokens, for administrators. The word of a token is told once, when it is made.

use crate::access::Admin;
use crate::params::Id;
use crate::refusals::{BadInput, Denied, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde::{Deserialize, Deserializer, Serialize};
use stormwire_city::people::ApiToken;
use stormwire_store::tables::token::{NewToken, TokenFields};
use utoipa::ToSchema;

/// A token, without its word.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenView {
    id: i64,
    name: String,
    user_id: i64,
    username: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

impl From<ApiToken> for TokenView {
    fn from(token: ApiToken) -> Self {
        let ApiToken { id, user_id, username, name, created_at, last_used_at, expires_at } = token;
        let [last_used_at, expires_at] = [last_used_at, expires_at].map(|at| at.map(|at| at.0));
        Self { id, name, user_id, username, created_at: created_at.0, last_used_at, expires_at }
    }
}

/// A token that was just made.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewTokenView {
    #[serde(flatten)]
    token_view: TokenView,
    /// To be sent as `Authorization: Bearer …`. Never shown again.
    token: String,
}

/// A token to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenInput {
    /// What it is for.
    name: String,
    /// Whose it is; one's own when left out.
    user_id: Option<i64>,
    /// For good when left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

/// What is to be changed of a token; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenPatch {
    name: Option<String>,
    /// Null: for good.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Ending,
}

/// When a token shall end. Tells a null from a field that was left out.
#[derive(Debug, Default)]
enum Ending {
    #[default]
    Unchanged,
    Never,
    At(Timestamp),
}

impl<'de> Deserialize<'de> for Ending {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(input)?.map_or(Self::Never, Self::At))
    }
}

impl Ending {
    fn after(&self, before: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            Self::Unchanged => before,
            Self::Never => None,
            Self::At(at) => Some(*at),
        }
    }
}

/// All tokens.
#[utoipa::path(get, path = "/token", tag = "People", responses((status = 200, description = "Oldest first", body = [TokenView]), Denied))]
pub(crate) async fn list(_: Admin, State(app): State<App>) -> Result<axum::Json<Vec<TokenView>>, Problem> {
    Ok(axum::Json(app.tokens.list().await?.into_iter().map(TokenView::from).collect()))
}

/// Make a token.
#[utoipa::path(post, path = "/token", tag = "People", request_body = TokenInput, responses(
    (status = 201, description = "Made; `token` is told this once", body = NewTokenView),
    BadInput,
    Denied,
))]
pub(crate) async fn create(
    Admin(caller): Admin,
    State(app): State<App>,
    Json(input): Json<TokenInput>,
) -> Result<(StatusCode, axum::Json<NewTokenView>), Problem> {
    check_name(&input.name)?;
    check_end(input.expires_at, app.clock.now())?;
    let user_id = input.user_id.unwrap_or(caller.person.id);
    let new = NewToken { user_id, fields: TokenFields { name: input.name, expires_at: input.expires_at } };
    let made = app.tokens.create(new, caller.actor()).await?;
    let (token, word) = made.ok_or_else(|| Problem::field("userId", format!("there is no user {user_id}")))?;
    let view = NewTokenView { token_view: token.into(), token: word.expose_secret().to_owned() };
    Ok((StatusCode::CREATED, axum::Json(view)))
}

/// Rename a token or move its end.
#[utoipa::path(patch, path = "/token/{id}", tag = "People", params(("id" = i64, Path)), request_body = TokenPatch, responses(
    (status = 200, description = "As it is now", body = TokenView),
    BadInput,
    NotFound,
    Denied,
))]
pub(crate) async fn update(
    Admin(caller): Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(patch): Json<TokenPatch>,
) -> Result<axum::Json<TokenView>, Problem> {
    patch.name.as_deref().map(check_name).transpose()?;
    check_end(patch.expires_at.after(None), app.clock.now())?;
    let revise = move |token: &ApiToken| TokenFields {
        name: patch.name.unwrap_or_else(|| token.name.clone()),
        expires_at: patch.expires_at.after(token.expires_at.map(|at| at.0)),
    };
    let changed = app.tokens.update(id, revise, caller.actor()).await?;
    changed.map(|token| axum::Json(token.into())).ok_or_else(|| Problem::missing("token", id))
}

/// Revoke a token.
#[utoipa::path(delete, path = "/token/{id}", tag = "People", params(("id" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    Denied,
))]
pub(crate) async fn delete(Admin(caller): Admin, State(app): State<App>, Id(id): Id) -> Result<StatusCode, Problem> {
    let found = app.tokens.delete(id, caller.actor()).await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::missing("token", id)) }
}

fn check_end(end: Option<Timestamp>, now: Timestamp) -> Result<(), Problem> {
    if end.is_some_and(|at| at <= now) {
        return Err(Problem::field("expiresAt", "it lies in the past; to end a token now, revoke it"));
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), Problem> {
    let good =
        (1..=200).contains(&name.chars().count()) && !name.trim().is_empty() && !name.chars().any(char::is_control);
    if good { Ok(()) } else { Err(Problem::field("name", "a name has 1 to 200 characters")) }
}
