//! Sessions and API tokens: everyone sees and ends their own, administrators those of all users.

use crate::access::{AccessOwner, Admin};
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, NotFound};
use crate::token::TokenView;
use crate::{App, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_city::accounts::Authentication;
use stormwire_store::tables::session::Session;
use stormwire_store::{SessionId, TokenId, UserId};
use utoipa::ToSchema;

/// A browser that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    #[schema(value_type = i64)]
    id: SessionId,
    #[schema(value_type = i64)]
    user_id: UserId,
    username: String,
    /// Where the user signed in; null for sessions of earlier versions.
    address: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Accurate to a minute.
    #[schema(value_type = String, format = DateTime)]
    last_seen_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// True for the session of this request.
    is_current: bool,
}

impl SessionView {
    fn new(session: Session, current: Authentication) -> Self {
        let Session { id, user_id, username, address, created_at, last_seen_at, expires_at } = session;
        let [created_at, last_seen_at, expires_at] = [created_at, last_seen_at, expires_at].map(|at| at.0);
        let is_current = current == Authentication::Session(id);
        Self { id, user_id, username, address, created_at, last_seen_at, expires_at, is_current }
    }
}

/// Your sessions and API tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnAccess {
    /// The most recently used first.
    sessions: Vec<SessionView>,
    /// Oldest first.
    tokens: Vec<TokenView>,
}

/// List your sessions and API tokens
///
/// Needs a browser session or a token with scope `admin`.
#[utoipa::path(get, path = "/auth/access", tag = "Sign-in", responses((status = 200, description = "Your sessions and tokens", body = OwnAccess), AccessDenied))]
pub(crate) async fn own(
    AccessOwner(user): AccessOwner,
    State(app): State<App>,
) -> Result<axum::Json<OwnAccess>, Problem> {
    let own = Some(user.person.id);
    let sessions = app.sessions.list(own).await?;
    Ok(axum::Json(OwnAccess {
        sessions: sessions.into_iter().map(|session| SessionView::new(session, user.authentication)).collect(),
        tokens: app.tokens.list(own).await?.into_iter().map(TokenView::from).collect(),
    }))
}

/// End one of your sessions
///
/// Needs a browser session or a token with scope `admin`.
#[utoipa::path(delete, path = "/auth/access/session/{id}", tag = "Sign-in", params(("id" = i64, Path)), responses(
    (status = 204, description = "Ended"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn end_own(
    AccessOwner(user): AccessOwner,
    State(app): State<App>,
    Id(id): Id<SessionId>,
) -> Result<StatusCode, Problem> {
    app.sessions.end(id, Some(user.person.id), user.actor()).await?.or_not_found("session", id)
}

/// Revoke one of your API tokens
///
/// Needs a browser session or a token with scope `admin`.
#[utoipa::path(delete, path = "/auth/access/token/{id}", tag = "Sign-in", params(("id" = i64, Path)), responses(
    (status = 204, description = "Revoked"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn revoke_own_token(
    AccessOwner(user): AccessOwner,
    State(app): State<App>,
    Id(id): Id<TokenId>,
) -> Result<StatusCode, Problem> {
    app.tokens.delete(id, Some(user.person.id), user.actor()).await?.or_not_found("token", id)
}

/// End all your sessions and API tokens
///
/// Including this session. Your password stays. Needs a browser session or a token with scope `admin`.
#[utoipa::path(post, path = "/auth/access/revoke", tag = "Sign-in", responses((status = 204, description = "Ended; sign in again"), AccessDenied))]
pub(crate) async fn revoke_own(AccessOwner(user): AccessOwner, State(app): State<App>) -> Result<StatusCode, Problem> {
    app.sessions.end_all(user.person.id, user.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List sessions of all users
#[utoipa::path(get, path = "/session", tag = "Users", responses((status = 200, description = "Sessions, the most recently used first", body = [SessionView]), AccessDenied))]
pub(crate) async fn list(Admin(user): Admin, State(app): State<App>) -> Result<axum::Json<Vec<SessionView>>, Problem> {
    let sessions = app.sessions.list(None).await?;
    Ok(axum::Json(sessions.into_iter().map(|session| SessionView::new(session, user.authentication)).collect()))
}

/// End a session
#[utoipa::path(delete, path = "/session/{id}", tag = "Users", params(("id" = i64, Path)), responses(
    (status = 204, description = "Ended"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn end(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<SessionId>,
) -> Result<StatusCode, Problem> {
    app.sessions.end(id, None, user.actor()).await?.or_not_found("session", id)
}
