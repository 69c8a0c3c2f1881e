//! What is wrong with a configuration.

use serde::Serialize;

/// A mistake that prevents a configuration from being saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigViolation {
    /// The key, such as `Fields.Lat.Pattern`.
    pub path: String,
    pub message: String,
}

/// A probable mistake. The configuration can be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigWarning {
    /// The key, such as `Fields.Time.Format`.
    pub path: String,
    pub message: String,
}

impl ConfigViolation {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}
