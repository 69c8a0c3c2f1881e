//! What can keep a watcher from being changed or looked at.

use stormwire_city::credentials::CredentialError;
use stormwire_city::secrets::SecretsError;
use stormwire_graph::MailError;
use stormwire_store::StoreError;
use stormwire_workflow::{ConfigFault, RunError};
use thiserror::Error;

/// Why something was refused or failed.
#[derive(Debug, Error)]
pub enum WatchError {
    /// There is none of that id.
    #[error("there is no such {0}")]
    Missing(&'static str),
    /// Fields are wrong: each with its JSON path.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<ConfigFault>),
    /// Something else stands against it.
    #[error("{0}")]
    Conflict(String),
    /// Too many want the same at once.
    #[error("too many previews at once; try again in a moment")]
    Busy,
    /// The provider.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The key.
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The working folder.
    #[error("the working folder {path}: {problem}")]
    Folder {
        /// Which one.
        path: String,
        /// What is wrong.
        problem: String,
    },
}

impl WatchError {
    /// At a field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ConfigFault::new(field, message)])
    }

    /// The only row that a watcher or an action refers to and a caller names is the credential.
    pub(super) fn unknown_credential(error: impl Into<Self>) -> Self {
        match error.into() {
            Self::Store(StoreError::Conflict(_)) => Self::Invalid(vec![no_credential()]),
            other => other,
        }
    }

    /// Whether it is the database, and only for a while.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_passing())
    }
}

pub(super) fn no_credential() -> ConfigFault {
    ConfigFault::new("credentialId", "there is no such credential")
}

impl From<RunError> for WatchError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Secrets(error) => Self::Secrets(error),
            RunError::Store(error) => Self::Store(error),
        }
    }
}

impl From<CredentialError> for WatchError {
    fn from(error: CredentialError) -> Self {
        match error {
            CredentialError::Secrets(error) => Self::Secrets(error),
            CredentialError::Store(error) => Self::Store(error),
            other => Self::Conflict(other.to_string()),
        }
    }
}

impl From<WatchError> for stormwire_store::queue::Failure {
    /// The loops never give up: what people can mend is tried again.
    fn from(error: WatchError) -> Self {
        let after = match &error {
            WatchError::Mail(error) => error.retry_after(),
            _ => None,
        };
        Self::Retry { after, error: error.to_string() }
    }
}
