//! Roles as parameters: `Viewer`, `Operator`, `Admin`. Each refuses who may not.

use super::session_word;
use crate::request::RequestId;
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use secrecy::SecretString;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::{Person, Role};

/// Someone who has signed in, and the request they sent.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) person: Person,
    request_id: Option<String>,
}

impl Caller {
    /// As the audit trail names them.
    pub(crate) fn actor(&self) -> Actor {
        Actor { username: self.person.username.clone(), request_id: self.request_id.clone() }
    }
}

/// Anyone who has signed in.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn(pub(crate) Caller);

/// May read.
#[derive(Debug, Clone)]
pub(crate) struct Viewer;

/// May also have work done again, and switch it on and off.
#[derive(Debug, Clone)]
pub(crate) struct Operator(pub(crate) Caller);

/// May also edit.
#[derive(Debug, Clone)]
pub(crate) struct Admin(pub(crate) Caller);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        caller(parts, app).await.map(Self)
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

async fn with_role(parts: &Parts, app: &App, least: Role) -> Result<Caller, Problem> {
    let caller = caller(parts, app).await?;
    if caller.person.role < least {
        let detail = format!("this needs the role {}; yours is {}", least.name(), caller.person.role.name());
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    Ok(caller)
}

async fn caller(parts: &Parts, app: &App) -> Result<Caller, Problem> {
    let person = match bearer(parts) {
        Some(word) => app.sign_in.by_token(&word).await?,
        None => match session_word(&parts.headers) {
            Some(word) => app.sign_in.by_session(&word).await?,
            None => None,
        },
    };
    let person = person.ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "sign in, or send a valid API token"))?;
    Ok(Caller { person, request_id: parts.extensions.get::<RequestId>().map(|id| id.0.clone()) })
}

/// The API token, where an `Authorization` header is sent at all: then no cookie counts.
fn bearer(parts: &Parts) -> Option<SecretString> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().unwrap_or("");
    let word = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(SecretString::from(word.map_or("", |(_, word)| word.trim())))
}
