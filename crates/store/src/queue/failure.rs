//! How a run of background work fails.

use crate::StoreError;
use std::time::Duration;

/// How work ended badly. Every `?` in a handler has decided between the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Worth trying again: by the policy's back-off, or not before `after` where someone told us how long to wait.
    Retry { after: Option<Duration>, error: String },
    /// Trying again cannot help.
    Fatal(String),
}

impl Failure {
    /// Worth trying again, by the policy's back-off.
    pub fn retry(error: impl std::fmt::Display) -> Self {
        Self::Retry { after: None, error: error.to_string() }
    }

    pub fn error(&self) -> &str {
        match self {
            Self::Retry { error, .. } | Self::Fatal(error) => error,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if error.is_passing() { Self::retry(error) } else { Self::Fatal(error.to_string()) }
    }
}
