//! Roles as handler parameters: `Viewer`, `Operator`, `Admin`. Each rejects requests without that role.

use super::client_address::peer_ip;
use super::cookie::SESSION_COOKIE;
use crate::route_kind::check_kind;
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use secrecy::SecretString;
use std::net::IpAddr;
use stormwire_city::accounts::Authentication;
use stormwire_http::client_ip::client_ip;
use stormwire_http::request_id::RequestId;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::TokenScope;
use stormwire_store::tables::user::{AuthenticatedUser, Role};

/// The user who sent the request.
#[derive(Debug, Clone)]
pub(crate) struct SignedInUser {
    pub(crate) person: AuthenticatedUser,
    pub(crate) authentication: Authentication,
    request_id: Option<String>,
    address: IpAddr,
}

impl SignedInUser {
    /// For the audit trail.
    pub(crate) fn actor(&self) -> Actor {
        let (username, request_id) = (self.person.username.clone(), self.request_id.clone());
        Actor { username, request_id, address: Some(self.address) }
    }

    /// For what a role may do only in part.
    pub(crate) fn require(&self, required: Role) -> Result<(), Problem> {
        if self.person.role >= required {
            return Ok(());
        }
        let role = match self.authentication {
            Authentication::Token(token) if token.user_role >= required => {
                return Err(scope_denied(token.scope, TokenScope::required_for(required)));
            }
            Authentication::Token(token) => token.user_role,
            Authentication::Unstored => return Err(read_only()),
            Authentication::Session(_) => self.person.role,
        };
        let detail = format!("requires the role {}; your role is {}", required.name(), role.name());
        Err(Problem::new(StatusCode::FORBIDDEN, detail))
    }

    /// For what changes something and needs no role.
    pub(crate) fn require_write(&self) -> Result<(), Problem> {
        match self.authentication {
            Authentication::Unstored => Err(read_only()),
            Authentication::Session(_) | Authentication::Token(_) => Ok(()),
        }
    }

    /// For what nobody may do with limited rights: a program needs a token that has all rights of its user.
    fn require_unlimited(&self) -> Result<(), Problem> {
        match self.authentication {
            Authentication::Unstored => Err(read_only()),
            Authentication::Token(token) if token.scope != TokenScope::Admin => {
                Err(scope_denied(token.scope, TokenScope::Admin))
            }
            _ => Ok(()),
        }
    }
}

fn read_only() -> Problem {
    let detail = "you can only read, because the disk of the server was full when you signed in. Free disk space on the server, \
                  then sign in again.";
    Problem::new(StatusCode::FORBIDDEN, detail)
}

fn scope_denied(scope: TokenScope, required: TokenScope) -> Problem {
    let (scope, required) = (scope.name(), required.name());
    let detail = format!(
        "this token has scope {scope}; this request needs scope {required}. Create a token with scope {required}."
    );
    Problem::new(StatusCode::FORBIDDEN, detail)
}

/// Any role.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn(pub(crate) SignedInUser);

/// Any role, in a browser session or with a token of scope `admin`. A token that may only read or operate must not see or
/// end the other access of its user.
#[derive(Debug, Clone)]
pub(crate) struct AccessOwner(pub(crate) SignedInUser);

/// May read.
#[derive(Debug, Clone)]
pub(crate) struct Viewer;

/// May also retry messages and enable or disable watchers.
#[derive(Debug, Clone)]
pub(crate) struct Operator(pub(crate) SignedInUser);

/// May also edit.
#[derive(Debug, Clone)]
pub(crate) struct Admin(pub(crate) SignedInUser);

/// May read the metrics: any role, or Prometheus with its own token.
#[derive(Debug, Clone)]
pub(crate) struct MetricsReader;

impl FromRequestParts<App> for MetricsReader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let sent = bearer_token(parts);
        if app.metrics_token.as_ref().zip(sent.as_ref()).is_some_and(|(token, sent)| token.matches(sent)) {
            return Ok(Self);
        }
        with_role(parts, app, Role::Viewer).await.map(|_| Self)
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        signed_in_user(parts, app).await.map(Self)
    }
}

impl FromRequestParts<App> for AccessOwner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let user = signed_in_user(parts, app).await?;
        user.require_unlimited()?;
        Ok(Self(user))
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
    user.require(required)?;
    check_kind(parts, app).await?;
    Ok(user)
}

async fn signed_in_user(parts: &Parts, app: &App) -> Result<SignedInUser, Problem> {
    let address = client_ip(peer_ip(&parts.extensions), &parts.headers, &app.trusted_proxies);
    let found = match bearer_token(parts) {
        Some(token) => app.sign_in.find_by_api_token(&token, address).await?,
        None => match SESSION_COOKIE.read(&parts.headers, &app.public_url) {
            Some(token) => app.sign_in.find_by_session(&token).await?,
            None => None,
        },
    };
    let found = found
        .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "not signed in; sign in or send a valid API token"))?;
    let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone());
    Ok(SignedInUser { person: found.user, authentication: found.authentication, request_id, address })
}

/// The API token. With an `Authorization` header of any kind the cookie is ignored.
fn bearer_token(parts: &Parts) -> Option<SecretString> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().unwrap_or("");
    let token = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(SecretString::from(token.map_or("", |(_, token)| token.trim())))
}
