//! Why a watcher could not be changed, polled or checked.

use std::io;
use stormwire_city::action_secrets::ActionSecretsError;
use stormwire_city::credentials::CredentialError;
use stormwire_city::secrets::SecretsError;
use stormwire_graph::MailError;
use stormwire_store::StoreError;
use stormwire_store::tables::watcher::PollErrorKind;
use stormwire_workflow::{ConfigViolation, RunError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum WatcherError {
    /// No row has that id.
    #[error("{0} not found")]
    Missing(&'static str),
    #[error("the message is no longer in the mailbox")]
    MessageGone,
    /// Each violation has the JSON path of its field.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<ConfigViolation>),
    #[error("{0}")]
    Conflict(String),
    #[error("too many requests of this kind are running; try again in a few seconds")]
    Busy,
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot use the working folder {path}: {problem}")]
    WorkingFolder { path: String, problem: String },
    /// A watched folder, or a file in it.
    #[error("{path}: {problem}")]
    File { path: String, problem: String, kind: io::ErrorKind },
}

impl WatcherError {
    pub fn invalid_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ConfigViolation::new(field, message)])
    }

    /// A violated foreign key can only be the credential: no other field of a watcher or an action refers to a row.
    pub(crate) fn unknown_credential(error: impl Into<Self>) -> Self {
        match error.into() {
            Self::Store(StoreError::Conflict(_)) => Self::Invalid(vec![credential_not_found()]),
            other => other,
        }
    }

    /// What is wrong if a poll failed and waiting does not help.
    pub(crate) fn poll_error_kind(&self) -> Option<PollErrorKind> {
        match self {
            Self::Mail(error) => match error {
                MailError::SignIn { .. } => Some(PollErrorKind::SignIn),
                MailError::AccessDenied { .. } => Some(PollErrorKind::AccessDenied),
                MailError::NotFound { .. } | MailError::MailboxUnavailable { .. } => Some(PollErrorKind::NotFound),
                MailError::Rejected { .. } | MailError::Setup { .. } => Some(PollErrorKind::Settings),
                _ => None,
            },
            Self::File { kind: io::ErrorKind::NotFound | io::ErrorKind::NotADirectory, .. } => {
                Some(PollErrorKind::NotFound)
            }
            Self::File { kind: io::ErrorKind::PermissionDenied, .. } => Some(PollErrorKind::AccessDenied),
            Self::Invalid(_) | Self::Secrets(_) | Self::Conflict(_) | Self::Missing(_) => Some(PollErrorKind::Settings),
            _ => None,
        }
    }

    /// Whether the database is unavailable and the same write may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }
}

pub(crate) fn credential_not_found() -> ConfigViolation {
    ConfigViolation::new("credentialId", "credential not found")
}

impl From<RunError> for WatcherError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Secrets(error) => Self::Secrets(error),
            RunError::Store(error) => Self::Store(error),
        }
    }
}

impl From<ActionSecretsError> for WatcherError {
    fn from(error: ActionSecretsError) -> Self {
        match error {
            ActionSecretsError::Secrets(error) => Self::Secrets(error),
            ActionSecretsError::Store(error) => Self::Store(error),
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
    /// Always retried: the work must continue after an administrator has fixed the cause.
    fn from(error: WatcherError) -> Self {
        let after = match &error {
            WatcherError::Mail(error) => error.retry_after(),
            _ => None,
        };
        Self::Retry { after, at_most: None, error: error.to_string() }
    }
}
