//! Errors of watchers as problems.

use crate::Problem;
use axum::http::StatusCode;
use stormwire_graph::MailError;
use stormwire_watcher::WatcherError;
use stormwire_workflow::ConfigViolation;

impl From<WatcherError> for Problem {
    fn from(error: WatcherError) -> Self {
        match error {
            WatcherError::Missing(_) | WatcherError::MessageGone => Self::new(StatusCode::NOT_FOUND, error.to_string()),
            WatcherError::Invalid(violations) => {
                let all = Self::new(StatusCode::BAD_REQUEST, summarize_violations(&violations));
                violations
                    .into_iter()
                    .fold(all, |problem, violation| problem.with_field(violation.path, violation.message))
            }
            WatcherError::Conflict(message) => Self::new(StatusCode::CONFLICT, message),
            WatcherError::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).with_retry_after(10),
            WatcherError::Mail(error) => provider_problem(&error),
            WatcherError::Secrets(error) => error.into(),
            WatcherError::Store(error) => error.into(),
            WatcherError::File { .. } => {
                Self::new(StatusCode::CONFLICT, format!("cannot read the watched folder: {error}"))
            }
            WatcherError::WorkingFolder { .. } => {
                tracing::error!(%error, "working folder not usable");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the working folder is not usable; see the server log")
            }
        }
    }
}

/// The first violation, and how many more there are.
fn summarize_violations(violations: &[ConfigViolation]) -> String {
    let first = violations.first().map(ToString::to_string).unwrap_or_default();
    if violations.len() > 1 { format!("{first} (and {} more)", violations.len() - 1) } else { first }
}

/// The provider's message helps to fix the cause and contains no secret.
fn provider_problem(error: &MailError) -> Problem {
    tracing::warn!(%error, "mail provider request failed");
    let text = match error {
        MailError::TimedOut { call, after } => {
            format!("the mail provider did not respond within {} s ({call}); try again later", after.as_secs())
        }
        _ => format!("mail provider: {error}"),
    };
    let problem = Problem::new(StatusCode::BAD_GATEWAY, text);
    match error.retry_after() {
        Some(wait) => problem.with_retry_after(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)),
        None => problem,
    }
}
