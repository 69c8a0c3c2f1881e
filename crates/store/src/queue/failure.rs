//! How a job fails.

use crate::StoreError;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobFailure {
    /// Retried after the policy's back-off or `at_most`, whichever is shorter, and not before `after` if the other side said
    /// how long to wait.
    Retry { after: Option<Duration>, at_most: Option<Duration>, error: String },
    /// A retry cannot help.
    Fatal(String),
}

impl JobFailure {
    /// Retried after the policy's back-off.
    pub fn retry(error: impl std::fmt::Display) -> Self {
        Self::Retry { after: None, at_most: None, error: error.to_string() }
    }

    /// A retry does not wait longer than this, unless the other side said so.
    #[must_use]
    pub fn retried_within(self, limit: Duration) -> Self {
        match self {
            Self::Retry { after, error, .. } => Self::Retry { after, at_most: Some(limit), error },
            fatal @ Self::Fatal(_) => fatal,
        }
    }

    /// The same failure with another text.
    #[must_use]
    pub fn with_error(self, error: String) -> Self {
        match self {
            Self::Retry { after, at_most, .. } => Self::Retry { after, at_most, error },
            Self::Fatal(_) => Self::Fatal(error),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_text_keeps_the_waits() {
        let (after, at_most) = (Some(Duration::from_secs(9)), Some(Duration::from_secs(3)));
        let waiting = |error: &str| JobFailure::Retry { after, at_most, error: error.into() };
        assert_eq!(waiting("throttled").with_error("not filed".into()), waiting("not filed"));
        assert_eq!(JobFailure::Fatal("a".into()).with_error("b".into()), JobFailure::Fatal("b".into()));
    }
}
