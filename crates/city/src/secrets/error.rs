//! Why a secret cannot be sealed or opened.

use std::path::PathBuf;
use thiserror::Error;

/// Why a secret cannot be sealed or opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SecretsError {
    /// The key file cannot be used.
    #[error("secrets.key_file: {}: {problem}", .path.display())]
    File {
        path: PathBuf,
        /// What is wrong and how to mend it.
        problem: String,
    },
    /// The key is not in the file.
    #[error("{place} was sealed with key {key}, which is not in {}; put back the key file that belongs to this database", .path.display())]
    UnknownKey {
        /// Where the sealed text stands.
        place: String,
        key: String,
        path: PathBuf,
    },
    /// The text was changed, moved from another place, or sealed with another key of the same name.
    #[error("{0} cannot be opened: it was changed, or does not belong there")]
    Altered(String),
}
