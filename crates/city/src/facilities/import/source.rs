//! A file of facilities, and what can be wrong with it.

use super::super::place::Places;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_store::StoreError;
use thiserror::Error;

/// A file of facilities.
#[derive(Debug, Clone)]
pub struct Source {
    pub(super) path: PathBuf,
    pub(super) places: Arc<Places>,
}

impl Source {
    /// A file of this city; CSV unless its name ends in `.geojson` or `.json`.
    pub fn new(path: &Path, places: Arc<Places>) -> Self {
        Self { path: path.to_owned(), places }
    }

    pub(super) fn open(&self) -> Result<std::fs::File, ImportError> {
        // It is read twice: a pipe would be empty the second time.
        match std::fs::metadata(&self.path) {
            Ok(found) if !found.is_file() => Err(self.unreadable(&"it is not a file")),
            _ => std::fs::File::open(&self.path).map_err(|error| self.unreadable(&error)),
        }
    }

    pub(super) fn unreadable(&self, problem: &dyn fmt::Display) -> ImportError {
        ImportError::Unreadable { path: self.path.clone(), problem: problem.to_string() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Enough,
}

/// What is wrong with one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The heading of a CSV file is line 1.
    pub line: u64,
    /// What is wrong and how to mend it.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.problem)
    }
}

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file as a whole.
    #[error("{}: {problem}", .path.display())]
    Unreadable {
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    #[error("nothing was imported\n{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    #[error(transparent)]
    Store(#[from] StoreError),
}
