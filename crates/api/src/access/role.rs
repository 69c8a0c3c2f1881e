//! Roles as handler parameters: `Viewer`, `Operator`, `Admin`. Each rejects requests without that role.

use super::session_token;
use crate::request_id::RequestId;
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use secrecy::SecretString;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::{AuthenticatedUser, Role};

/// The user who sent the request.
#[derive(Debug, Clone)]
pub(crate) struct SignedInUser {
    pub(crate) person: AuthenticatedUser,
    request_id: Option<String>,
}

impl SignedInUser {
    /// For the audit trail.
    pub(crate) fn actor(&self) -> Actor {
        Actor { username: self.person.username.clone(), request_id: self.request_id.clone() }
    }
}

/// Any role.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn(pub(crate) SignedInUser);

/// May read.
#[derive(Debug, Clone)]
pub(crate) struct Viewer;

/// May also retry messages and enable or disable watchers.
#[derive(Debug, Clone)]
pub(crate) struct Operator(pub(crate) SignedInUser);

/// May also edit.
#[derive(Debug, Clone)]
pub(crate) struct Admin(pub(crate) SignedInUser);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        signed_in_user(parts, app).await.map(Self)
    }
}

impl FromRequestParts<App> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        with_role(parts, app, Role::Viewer).await.map(|_| Self)
    }
}

impl FromRequestParts<App> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        with_role(parts, app, Role::Operator).await.map(Self)
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        with_role(parts, app, Role::Admin).await.map(Self)
    }
}

async fn with_role(parts: &Parts, app: &App, required: Role) -> Result<SignedInUser, Problem> {
    let user = signed_in_user(parts, app).await?;
    if user.person.role < required {
        let detail = format!("requires the role {}; your role is {}", required.name(), user.person.role.name());
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    Ok(user)
}

async fn signed_in_user(parts: &Parts, app: &App) -> Result<SignedInUser, Problem> {
    let person = match bearer_token(parts) {
        Some(token) => app.sign_in.find_by_api_token(&token).await?,
        None => match session_token(&parts.headers) {
            Some(token) => app.sign_in.find_by_session(&token).await?,
            None => None,
        },
    };
    let person = person
        .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "not signed in; sign in or send a valid API token"))?;
    Ok(SignedInUser { person, request_id: parts.extensions.get::<RequestId>().map(|id| id.0.clone()) })
}

/// The API token. With an `Authorization` header of any kind the cookie is ignored.
fn bearer_token(parts: &Parts) -> Option<SecretString> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().unwrap_or("");
    let token = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(SecretString::from(token.map_or("", |(_, token)| token.trim())))
}
