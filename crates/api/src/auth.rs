//! Sign-in, sign-out and the user's own password.

use crate::access::{ClientAddress, SESSION_COOKIE, SignedIn};
use crate::problem::ProblemView;
use crate::problem_responses::{AccessDenied, InvalidInput, TooManyAttempts};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use stormwire_city::accounts::{Authentication, NewSession, Password, PasswordChange, SignInError};
use stormwire_store::UserId;
use stormwire_store::tables::user::{AuthenticatedUser, Role, SignInMethod};
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginInput {
    username: String,
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// The signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedInUserView {
    #[schema(value_type = i64)]
    id: UserId,
    username: String,
    /// `viewer`, `operator` or `admin`. With an API token: at most what its scope allows.
    #[schema(value_type = String)]
    role: Role,
    /// `password`, `breakGlass` or `oidc`. Users of an OpenID Connect provider have no password here.
    #[schema(value_type = String)]
    sign_in_method: SignInMethod,
    /// True if the disk of the server was full at the sign-in: the session has the role `viewer` and ends after 30 minutes.
    is_read_only: bool,
}

impl SignedInUserView {
    fn new(user: AuthenticatedUser, is_read_only: bool) -> Self {
        let AuthenticatedUser { id, username, role, sign_in_method } = user;
        Self { id, username, role, sign_in_method, is_read_only }
    }
}

impl From<NewSession> for SignedInUserView {
    fn from(session: NewSession) -> Self {
        Self::new(session.user, session.is_read_only)
    }
}

/// Sign in
///
/// Sets the session cookie. While the disk of the server is full, the session is not stored and may only read.
#[utoipa::path(post, path = "/auth/login", tag = "Sign-in", request_body = LoginInput, responses(
    (status = 200, description = "Signed in", body = SignedInUserView),
    (status = 401, description = "Wrong user name or password", body = ProblemView, content_type = "application/problem+json"),
    TooManyAttempts,
))]
pub(crate) async fn login(
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    Json(input): Json<LoginInput>,
) -> Result<impl IntoResponse, Problem> {
    let session = app.sign_in.sign_in(&input.username, input.password, from).await?;
    let cookie = SESSION_COOKIE.set(&session.token, session.lifetime, &app.public_url);
    let cookie = cookie.map(|value| AppendHeaders([(header::SET_COOKIE, value)]));
    Ok((cookie, axum::Json(SignedInUserView::from(session))))
}

/// Signed out here, but not at the OpenID Connect provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedOutView {
    /// Open it in the browser to sign out at the provider, too.
    end_session_url: String,
}

/// Sign out
///
/// Ends the session of the cookie, if there is one.
#[utoipa::path(post, path = "/auth/logout", tag = "Sign-in", responses(
    (status = 200, description = "Signed out here; the OpenID Connect provider has a page to sign out", body = SignedOutView),
    (status = 204, description = "Signed out"),
))]
pub(crate) async fn logout(
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let user = match SESSION_COOKIE.read(&headers, &app.public_url) {
        Some(token) => app.sign_in.sign_out(&token, from).await?,
        None => None,
    };
    let cookie = SESSION_COOKIE.clear(&app.public_url).map(|value| AppendHeaders([(header::SET_COOKIE, value)]));
    let end_session_url = match (&app.oidc, user) {
        (Some(oidc), Some(user)) if user.sign_in_method == SignInMethod::Oidc => oidc.client.end_session_url().await,
        _ => None,
    };
    Ok(match end_session_url {
        Some(url) => (cookie, axum::Json(SignedOutView { end_session_url: url.into() })).into_response(),
        None => (StatusCode::NO_CONTENT, cookie, ()).into_response(),
    })
}

/// Get the signed-in user
#[utoipa::path(get, path = "/auth/session", tag = "Sign-in", responses((status = 200, description = "The signed-in user", body = SignedInUserView), AccessDenied))]
pub(crate) async fn session(SignedIn(user): SignedIn) -> axum::Json<SignedInUserView> {
    axum::Json(SignedInUserView::new(user.person, user.authentication == Authentication::Unstored))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PasswordInput {
    #[schema(value_type = String, format = Password)]
    current_password: SecretString,
    /// At least 8 characters, not easy to guess, and more than the username.
    #[schema(value_type = String, format = Password, min_length = 8)]
    new_password: SecretString,
}

/// Change your password
///
/// Ends all your sessions, including this one, and your API tokens.
#[utoipa::path(post, path = "/auth/password", tag = "Sign-in", request_body = PasswordInput, responses(
    (status = 204, description = "Password changed; sign in again"),
    InvalidInput,
    TooManyAttempts,
    AccessDenied,
))]
pub(crate) async fn change_password(
    SignedIn(user): SignedIn,
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    Json(input): Json<PasswordInput>,
) -> Result<StatusCode, Problem> {
    user.require_write()?;
    let new = Password::new(input.new_password, &user.person.username);
    let new = new.map_err(|error| Problem::field("newPassword", error))?;
    let passwords = PasswordChange { current: input.current_password, new };
    let changed = app.sign_in.change_password(&user.person, passwords, from, user.actor()).await;
    match changed {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(SignInError::WrongCredentials) => Err(Problem::new(StatusCode::FORBIDDEN, "the current password is wrong")
            .with_field("currentPassword", "wrong password")),
        Err(other) => Err(other.into()),
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::WrongCredentials => Self::new(StatusCode::UNAUTHORIZED, error.to_string()),
            SignInError::TooManyAttempts { after } => Self::new(StatusCode::TOO_MANY_REQUESTS, error.to_string())
                .with_retry_after(u32::try_from(after.as_secs() + 1).unwrap_or(u32::MAX)),
            SignInError::Store(error) => error.into(),
        }
    }
}
