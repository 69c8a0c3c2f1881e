//! The way to the provider, and the ways to sign in.

use super::failure::SignInFailure;
use super::pending::PendingSignIn;
use crate::App;
use crate::access::PENDING_COOKIE;
use crate::params::Query;
use crate::problem_responses::{InvalidInput, NotFound, ProviderFailed, TooManyAttempts};
use crate::used_states::SIGN_IN_LIFETIME;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How people can sign in here.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignInMethodsView {
    /// Whether all users with a password can use it. If false, only break-glass users can.
    local: bool,
    /// Null if there is none.
    oidc: Option<OidcProviderView>,
}

/// An OpenID Connect provider. `GET /auth/oidc/login` leads there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OidcProviderView {
    name: String,
}

/// List the ways to sign in
#[utoipa::path(get, path = "/auth/methods", tag = "Sign-in", responses((status = 200, description = "The ways to sign in", body = SignInMethodsView)))]
pub(crate) async fn methods(State(app): State<App>) -> axum::Json<SignInMethodsView> {
    let oidc = app.oidc.as_ref().map(|oidc| OidcProviderView { name: oidc.name.clone() });
    axum::Json(SignInMethodsView { local: app.sign_in.allows_passwords(), oidc })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LoginParams {
    /// The page of the portal to show after signing in, such as `/portal/log`. Others are ignored.
    return_to: Option<String>,
}

/// Sign in at the OpenID Connect provider
///
/// For browsers: redirects to the provider, which redirects to `/auth/oidc/callback`.
#[utoipa::path(get, path = "/auth/oidc/login", tag = "Sign-in", params(LoginParams), responses(
    (status = 303, description = "To the provider; with an error, browsers are sent to the sign-in page"),
    InvalidInput,
    NotFound,
    TooManyAttempts,
    ProviderFailed,
))]
pub(crate) async fn login(State(app): State<App>, headers: HeaderMap, Query(params): Query<LoginParams>) -> Response {
    let begun = begin(&app, params.return_to.as_deref()).await;
    begun.unwrap_or_else(|failure| failure.into_response(&headers, &app))
}

async fn begin(app: &App, return_to: Option<&str>) -> Result<Response, SignInFailure> {
    let oidc = app.oidc.as_ref().ok_or(SignInFailure::NotConfigured)?;
    let pending = PendingSignIn::begin(return_to, app.clock.now(), app.rng.as_ref());
    let url = oidc.client.authorization_url(&pending.authorization(&app.secrets)?).await?;
    let cookie = PENDING_COOKIE.set(pending.cookie(), SIGN_IN_LIFETIME, &app.public_url);
    let cookie = cookie.map(|value| AppendHeaders([(header::SET_COOKIE, value)]));
    Ok((cookie, Redirect::to(url.as_str())).into_response())
}
