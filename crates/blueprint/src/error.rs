//! Why a configuration could not be exported or applied.

use std::fmt;
use stormwire_store::StoreError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum BlueprintError {
    /// The text is not a configuration file. The message has the line.
    #[error("{0}")]
    Unreadable(String),
    /// All of them at once.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<FileProblem>),
    #[error("the configuration was changed while the file was applied; nothing was written. Apply it again")]
    ChangedMeanwhile,
    /// On SQLite, where policies are in another file.
    #[error("the rest could not be stored: {0}. Apply the file again")]
    OnlyPoliciesStored(StoreError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is wrong with one value, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// Such as `watchers["Strikes"].folderPath`.
    pub path: String,
    pub message: String,
}

impl FileProblem {
    pub fn new(path: impl Into<String>, message: impl fmt::Display) -> Self {
        Self { path: path.into(), message: message.to_string() }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.path, self.message)
    }
}

impl BlueprintError {
    pub(crate) fn at(path: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::Invalid(vec![FileProblem::new(path, message)])
    }
}
