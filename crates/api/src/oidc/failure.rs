//! Sign-ins that failed, for people and for programs.

use crate::access::PENDING_COOKIE;
use crate::{App, Problem};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::time::Duration;
use stormwire_city::accounts::SignInError;
use stormwire_city::secrets::SecretsError;
use stormwire_oidc::OidcError;
use stormwire_store::StoreError;

/// Why somebody could not sign in at the provider.
#[derive(Debug)]
pub(super) enum SignInFailure {
    NotConfigured,
    /// It took too long, was finished already, or began in another browser.
    Expired,
    /// The person or the provider ended it.
    Denied,
    /// The code or the ID token is not valid.
    Rejected,
    /// None of the groups or roles of the person has a role here.
    NoRole,
    /// The person is in so many groups that the provider lists none of them.
    TooManyGroups,
    ProviderFailed,
    TooManyAttempts(Duration),
    Other(Problem),
}

impl SignInFailure {
    /// The text for it is in `web/src/portal/sign-in-failure.ts`.
    fn code(&self) -> &'static str {
        match self {
            Self::NotConfigured => "not-configured",
            Self::Expired => "expired",
            Self::Denied => "denied",
            Self::Rejected => "rejected",
            Self::NoRole => "no-role",
            Self::TooManyGroups => "too-many-groups",
            Self::ProviderFailed => "provider",
            Self::TooManyAttempts(_) => "too-many",
            Self::Other(_) => "error",
        }
    }

    fn problem(self) -> Problem {
        let (status, detail) = match self {
            Self::NotConfigured => (StatusCode::NOT_FOUND, "single sign-on is not configured; set [oidc]"),
            Self::Expired => {
                (StatusCode::BAD_REQUEST, "this sign-in has expired or was finished already; start again at /portal")
            }
            Self::Denied => (StatusCode::FORBIDDEN, "the identity provider did not allow the sign-in"),
            Self::Rejected => (
                StatusCode::UNAUTHORIZED,
                "the response of the identity provider is not valid; the server log has the reason",
            ),
            Self::NoRole => (
                StatusCode::FORBIDDEN,
                "your account has no role in stormwire; ask an administrator to add you to a group that has one",
            ),
            Self::TooManyGroups => (
                StatusCode::FORBIDDEN,
                "you are in so many groups that the identity provider lists none of them; ask an administrator to use app roles",
            ),
            Self::ProviderFailed => (
                StatusCode::BAD_GATEWAY,
                "the identity provider is not reachable or failed; try again, and see the server log",
            ),
            Self::TooManyAttempts(after) => return SignInError::TooManyAttempts { after }.into(),
            Self::Other(problem) => return problem,
        };
        Problem::new(status, detail)
    }

    /// Browsers return to the sign-in page, which explains it. Programs get a problem.
    pub(super) fn into_response(self, headers: &HeaderMap, app: &App) -> Response {
        let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let is_browser = accepted.flat_map(|text| text.split(',')).any(|kind| kind.trim().starts_with("text/html"));
        let mut response = if is_browser {
            Redirect::to(&format!("/portal?signInError={}", self.code())).into_response()
        } else {
            self.problem().into_response()
        };
        if let Some(cookie) = PENDING_COOKIE.clear(&app.public_url) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

impl From<OidcError> for SignInFailure {
    fn from(error: OidcError) -> Self {
        tracing::warn!(%error, "sign-in at the OpenID Connect provider failed");
        match error {
            OidcError::CodeRejected(_) | OidcError::Token(_) => Self::Rejected,
            OidcError::Busy => Self::TooManyAttempts(Duration::from_secs(1)),
            OidcError::Provider { .. } | OidcError::Setup(_) => Self::ProviderFailed,
        }
    }
}

impl From<SignInError> for SignInFailure {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::TooManyAttempts { after } => Self::TooManyAttempts(after),
            other => Self::Other(other.into()),
        }
    }
}

impl From<StoreError> for SignInFailure {
    fn from(error: StoreError) -> Self {
        Self::Other(error.into())
    }
}

impl From<SecretsError> for SignInFailure {
    fn from(error: SecretsError) -> Self {
        tracing::error!(%error, "cannot use the key file");
        Self::Other(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the key file cannot be read; see the server log"))
    }
}
