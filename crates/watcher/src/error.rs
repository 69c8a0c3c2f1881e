//! Why a watcher could not be changed, polled or checked.

use stormwire_city::credentials::CredentialError;
use stormwire_city::secrets::SecretsError;
use stormwire_graph::MailError;
use stormwire_store::StoreError;
use stormwire_workflow::{ConfigViolation, RunError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum WatcherError {
    /// No row has that id.
    #[error("there is no such {0}")]
    Missing(&'static str),
    /// Each violation has the JSON path of its field.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<ConfigViolation>),
    #[error("{0}")]
    Conflict(String),
    #[error("too many previews at once; try again in a moment")]
    Busy,
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the working folder {path}: {problem}")]
    WorkingFolder { path: String, problem: String },
}

impl WatcherError {
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ConfigViolation::new(field, message)])
    }

    /// A foreign key that does not hold can only be the credential: it is the only row that a client names in the fields
    /// of a watcher or an action.
    pub(crate) fn unknown_credential(error: impl Into<Self>) -> Self {
        match error.into() {
            Self::Store(StoreError::Conflict(_)) => Self::Invalid(vec![no_credential()]),
            other => other,
        }
    }

    /// Whether the database is away and the same write may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }
}

pub(crate) fn no_credential() -> ConfigViolation {
    ConfigViolation::new("credentialId", "there is no such credential")
}

impl From<RunError> for WatcherError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Secrets(error) => Self::Secrets(error),
            RunError::Store(error) => Self::Store(error),
        }
    }
}

impl From<CredentialError> for WatcherError {
    fn from(error: CredentialError) -> Self {
        match error {
            CredentialError::Secrets(error) => Self::Secrets(error),
            CredentialError::Store(error) => Self::Store(error),
            other => Self::Conflict(other.to_string()),
        }
    }
}

impl From<WatcherError> for stormwire_store::queue::JobFailure {
    /// Always retried: people can fix the cause, and then the work must go on.
    fn from(error: WatcherError) -> Self {
        let after = match &error {
            WatcherError::Mail(error) => error.retry_after(),
            _ => None,
        };
        Self::Retry { after, error: error.to_string() }
    }
}
