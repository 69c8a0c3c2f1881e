//! Errors of watchers as problems.

use crate::Problem;
use axum::http::StatusCode;
use stormwire_graph::MailError;
use stormwire_watcher::WatchError;
use stormwire_workflow::ConfigFault;

impl From<WatchError> for Problem {
    fn from(error: WatchError) -> Self {
        match error {
            WatchError::Missing(_) => Self::new(StatusCode::NOT_FOUND, error.to_string()),
            WatchError::Invalid(faults) => {
                let all = Self::new(StatusCode::BAD_REQUEST, summary(&faults));
                faults.into_iter().fold(all, |problem, fault| problem.with_field(fault.path, fault.message))
            }
            WatchError::Conflict(message) => Self::new(StatusCode::CONFLICT, message),
            WatchError::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).with_retry_after(10),
            WatchError::Mail(error) => provider_problem(&error),
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

/// The first violation, and how many more there are.
fn summary(faults: &[ConfigFault]) -> String {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    if faults.len() > 1 { format!("{first} (and {} more)", faults.len() - 1) } else { first }
}

/// The provider's message helps to fix the cause and contains no secret.
fn provider_problem(error: &MailError) -> Problem {
    tracing::warn!(%error, "the mail provider refused or did not answer");
    let problem = Problem::new(StatusCode::BAD_GATEWAY, format!("the mail provider: {error}"));
    match error.retry_after() {
        Some(wait) => problem.with_retry_after(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)),
        None => problem,
    }
}
