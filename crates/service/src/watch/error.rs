//! What can keep a watcher from being changed or looked at.

use crate::flow::ConfigFault;
use crate::secrets::SecretsError;
use crate::store::StoreError;
use stormwire_mail::MailError;
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
}

impl From<WatchError> for crate::queue::Failure {
    /// The loops never give up: what people can mend is tried again.
    fn from(error: WatchError) -> Self {
        let after = match &error {
            WatchError::Mail(error) => error.retry_after(),
            _ => None,
        };
        Self::Retry { after, error: error.to_string() }
    }
}
