//! Why an import of facilities or tiles failed.

use std::fmt;
use std::path::PathBuf;
use stormwire_store::StoreError;
use thiserror::Error;

/// Nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file or folder as a whole.
    #[error("{}: {problem}", .path.display())]
    Unreadable { path: PathBuf, problem: String },
    #[error("nothing was imported; correct these lines and import the file again\n{}", join_lines(.0))]
    Lines(Vec<LineError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An error in one line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The header of a CSV file is line 1.
    pub line: u64,
    /// What the line is about, if it has a name.
    pub name: Option<String>,
    /// The column or property; none if the line as a whole is invalid.
    pub field: Option<&'static str>,
    /// What the file has there.
    pub value: Option<String>,
    /// What is wrong and how to fix it.
    pub problem: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(out, "line {}, {name:?}: {}", self.line, self.problem),
            None => write!(out, "line {}: {}", self.line, self.problem),
        }
    }
}

fn join_lines(errors: &[LineError]) -> String {
    errors.iter().map(LineError::to_string).collect::<Vec<_>>().join("\n")
}
