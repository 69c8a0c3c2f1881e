//! The first administrator of a new service.

use crate::access::{ClientAddress, SESSION_COOKIE};
use crate::auth::SignedInUserView;
use crate::problem_responses::{Conflict, InvalidInput, TooManyAttempts};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use stormwire_city::accounts::{FirstAdmin, FirstRunError, UserError};
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FirstRun)]
pub(crate) struct FirstRunView {
    /// True while there is no user.
    needed: bool,
}

/// Get whether there is no user yet
#[utoipa::path(get, path = "/auth/first-run", tag = "Sign-in", responses((status = 200, description = "Whether the first administrator is to be created", body = FirstRunView)))]
pub(crate) async fn get(State(app): State<App>) -> Result<axum::Json<FirstRunView>, Problem> {
    Ok(axum::Json(FirstRunView { needed: app.first_run.is_needed().await? }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FirstAdminInput)]
pub(crate) struct FirstAdminBody {
    /// The one-time code that the service printed on standard error when it started.
    #[schema(value_type = String, format = Password)]
    code: SecretString,
    /// 1 to 100 characters: letters, digits, and . - _ @
    #[schema(min_length = 1, max_length = 100)]
    username: String,
    /// At least 8 characters, not easy to guess, and more than the username.
    #[schema(value_type = String, format = Password, min_length = 8)]
    password: SecretString,
}

/// Create the first administrator
///
/// Works only while there is no user. Sets the session cookie.
#[utoipa::path(post, path = "/auth/first-run", tag = "Sign-in", request_body = FirstAdminBody, responses(
    (status = 201, description = "Created and signed in", body = SignedInUserView),
    InvalidInput,
    Conflict,
    TooManyAttempts,
))]
pub(crate) async fn create(
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    Json(body): Json<FirstAdminBody>,
) -> Result<impl IntoResponse, Problem> {
    let FirstAdminBody { code, username, password } = body;
    let session = app.first_run.create_admin(FirstAdmin { code, username, password }, from).await?;
    let cookie = SESSION_COOKIE.set(&session.token, session.lifetime, &app.public_url);
    let cookie = cookie.map(|value| AppendHeaders([(header::SET_COOKIE, value)]));
    Ok((StatusCode::CREATED, cookie, axum::Json(SignedInUserView::from(session))))
}

impl From<FirstRunError> for Problem {
    fn from(error: FirstRunError) -> Self {
        match error {
            FirstRunError::WrongCode => Self::new(StatusCode::FORBIDDEN, error.to_string())
                .with_field("code", "wrong code; use the one that the service printed when it started last"),
            FirstRunError::NotNeeded => Self::new(StatusCode::CONFLICT, error.to_string()),
            FirstRunError::User(UserError::InvalidName) => Self::field("username", UserError::InvalidName),
            FirstRunError::User(error) => error.into(),
            FirstRunError::Password(error) => Self::field("password", error),
            FirstRunError::SignIn(error) => error.into(),
            FirstRunError::Store(error) => error.into(),
        }
    }
}
