//! What is said of a file or folder that was not taken, or was taken with a remark.

use std::path::PathBuf;
use stormwire_store::StoreError;
use thiserror::Error;

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The folder, or the manifest in it.
    #[error("{}: {problem}", .path.display())]
    Unreadable {
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A file that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// As it is called below the folder.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Something odd about a file that was taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// As it is called below the folder.
    pub name: String,
    /// What is odd about it.
    pub words: String,
}
