//! Why a secret cannot be sealed or opened.

use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SecretsError {
    /// The key file cannot be used.
    #[error("secrets.key_file: {}: {problem}", .path.display())]
    File {
        path: PathBuf,
        /// The problem and the fix.
        problem: String,
    },
    /// The key is not in the file.
    #[error("{location} was encrypted with key {key}, which is not in {}; restore the key file that belongs to this database, or run `stormwire secrets reset` if it is lost", .path.display())]
    UnknownKey { location: String, key: String, path: PathBuf },
    /// The value was changed, moved from another location, or sealed with another key of the same name.
    #[error("{0} cannot be decrypted: the value was changed or copied from another row; enter the secret again")]
    Altered(String),
}
