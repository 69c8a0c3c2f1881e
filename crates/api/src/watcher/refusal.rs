//! What watching refuses, as the caller is told.

use crate::Problem;
use axum::http::StatusCode;
use stormwire_mail::MailError;
use stormwire_service::watch::WatchError;

impl From<WatchError> for Problem {
    fn from(error: WatchError) -> Self {
        match error {
            WatchError::Missing(_) => Self::new(StatusCode::NOT_FOUND, error.to_string()),
            WatchError::Invalid { field, message } => Self::field(&field, message),
            WatchError::Conflict(words) => Self::new(StatusCode::CONFLICT, words),
            WatchError::Mail(error) => of_provider(&error),
            WatchError::Secrets(error) => {
                tracing::error!(%error, "a secret cannot be sealed or opened");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "secrets cannot be sealed or opened just now; see the log")
            }
            WatchError::Store(error) => error.into(),
            WatchError::Folder { .. } => {
                tracing::error!(%error, "the working folder cannot be used");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the working folder cannot be used; see the log")
            }
        }
    }
}

/// The words of the provider help whoever asked to mend it, and hold no secret.
fn of_provider(error: &MailError) -> Problem {
    tracing::warn!(%error, "the mail provider refused or did not answer");
    let problem = Problem::new(StatusCode::BAD_GATEWAY, format!("the mail provider: {error}"));
    match error.retry_after() {
        Some(wait) => problem.with_retry_after(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)),
        None => problem,
    }
}
