//! How a job fails.

use crate::StoreError;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobFailure {
    /// Retried after the policy's back-off, and not before `after` if the other side said how long to wait.
    Retry { after: Option<Duration>, error: String },
    /// A retry cannot help.
    Fatal(String),
}

impl JobFailure {
    /// Retried after the policy's back-off.
    pub fn retry(error: impl std::fmt::Display) -> Self {
        Self::Retry { after: None, error: error.to_string() }
    }

    pub fn error(&self) -> &str {
        match self {
            Self::Retry { error, .. } | Self::Fatal(error) => error,
        }
    }
}

impl From<StoreError> for JobFailure {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::retry(error) } else { Self::Fatal(error.to_string()) }
    }
}
