//! The way back from the provider.

use super::failure::SignInFailure;
use super::pending::PendingSignIn;
use crate::App;
use crate::access::{ClientAddress, PENDING_COOKIE, SESSION_COOKIE};
use crate::oidc_sign_in::OidcSignIn;
use crate::params::Query;
use crate::problem::ProblemView;
use crate::problem_responses::{InvalidInput, NotFound, ProviderFailed, TooManyAttempts, Unavailable};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::net::IpAddr;
use stormwire_city::accounts::{NewSession, OidcIdentity, highest_role};
use stormwire_oidc::Identity;
use stormwire_store::tables::user::OidcSubject;
use utoipa::IntoParams;

/// What the provider sends. Others are ignored.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CallbackParams {
    /// Proves who signed in. Used once.
    code: Option<String>,
    /// As it was sent to the provider.
    state: Option<String>,
    /// Why nobody signed in.
    error: Option<String>,
    /// The issuer.
    iss: Option<String>,
}

/// Return from the OpenID Connect provider
///
/// For browsers: sets the session cookie and redirects to the portal. Needs the cookie that `/auth/oidc/login` has set.
#[utoipa::path(get, path = "/auth/oidc/callback", tag = "Sign-in", params(CallbackParams), responses(
    (status = 303, description = "Signed in; with an error, browsers are sent to the sign-in page"),
    (status = 401, description = "The response of the provider is not valid", body = ProblemView, content_type = "application/problem+json"),
    (status = 403, description = "No role, or the provider did not allow it", body = ProblemView, content_type = "application/problem+json"),
    InvalidInput,
    NotFound,
    TooManyAttempts,
    ProviderFailed,
    Unavailable,
))]
pub(crate) async fn callback(
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
    Query(params): Query<CallbackParams>,
) -> Response {
    let finished = finish(&app, &headers, &params, from).await;
    finished.unwrap_or_else(|failure| failure.into_response(&headers, &app))
}

async fn finish(
    app: &App,
    headers: &HeaderMap,
    params: &CallbackParams,
    from: IpAddr,
) -> Result<Response, SignInFailure> {
    let oidc = app.oidc.as_ref().ok_or(SignInFailure::NotConfigured)?;
    let cookie = PENDING_COOKIE.read(headers, &app.public_url).ok_or(SignInFailure::Expired)?;
    let state = params.state.as_deref().unwrap_or_default();
    let pending = PendingSignIn::resume(cookie, state, app.clock.now(), &app.secrets)?.ok_or(SignInFailure::Expired)?;
    app.sign_in.use_oidc_attempt(from)?;
    if !oidc.used_states.use_once(state, app.clock.now()) {
        return Err(SignInFailure::Expired);
    }
    let identity = match identify(app, oidc, &pending, params).await {
        Ok(identity) => identity,
        Err(failure) => {
            app.sign_in.record_oidc_failure(from).await?;
            return Err(failure);
        }
    };
    let session = start_session(app, oidc, &identity, from).await?;
    let mut response = Redirect::to(&pending.return_to()).into_response();
    let cookies =
        [SESSION_COOKIE.set(&session.token, session.lifetime, &app.public_url), PENDING_COOKIE.clear(&app.public_url)];
    for cookie in cookies.into_iter().flatten() {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn identify(
    app: &App,
    oidc: &OidcSignIn,
    pending: &PendingSignIn,
    params: &CallbackParams,
) -> Result<Identity, SignInFailure> {
    if let Some(error) = &params.error {
        let error: String = error.chars().take(100).collect();
        tracing::warn!(error, "the OpenID Connect provider ended a sign-in");
        return Err(SignInFailure::Denied);
    }
    if !oidc.client.is_own_response(params.iss.as_deref()).await? {
        tracing::warn!("a sign-in came back from another issuer");
        return Err(SignInFailure::Rejected);
    }
    let authorization = pending.authorization(&app.secrets)?;
    Ok(oidc.client.redeem(params.code.as_deref().unwrap_or_default(), &authorization).await?)
}

async fn start_session(
    app: &App,
    oidc: &OidcSignIn,
    identity: &Identity,
    from: IpAddr,
) -> Result<NewSession, SignInFailure> {
    let person = OidcSubject { issuer: oidc.issuer.clone(), subject: identity.subject.clone() };
    let user = OidcIdentity { person, name: identity.display_name().to_owned() };
    let claim = oidc.role_claim.as_str();
    if let Some(role) = highest_role(&oidc.roles, &identity.values(claim)) {
        return Ok(app.sign_in.sign_in_with_oidc(user, role, from).await?);
    }
    tracing::warn!(user = user.name, claim, "sign-in rejected: no role for any value of the claim");
    app.sign_in.reject_oidc(user, from).await?;
    Err(if identity.is_too_long(claim) { SignInFailure::TooManyGroups } else { SignInFailure::NoRole })
}
