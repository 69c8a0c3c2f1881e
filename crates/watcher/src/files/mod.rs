//! Files as a trigger: the folders that may be read, which files are complete, their keys, and the context that they start a
//! workflow with.
//!
//! A folder is opened once, inside a configured root and without following symbolic links ([`roots`]); everything else is
//! relative to the opened folder ([`folder`]), so that nobody can exchange a part of its path meanwhile.

pub(crate) mod context;
mod digest;
pub(crate) mod explanation;
mod filed_name;
mod folder;
mod folder_memories;
mod glob;
mod key;
mod locate;
pub(crate) mod reappearance;
mod roots;
mod sample;
mod stability;

pub(crate) use digest::{by_stat, copy_hashed, identify, identify_until};
pub(crate) use filed_name::unnumbered;
pub(crate) use folder::{ListedFile, OpenFolder};
pub(crate) use folder_memories::FolderMemories;
pub(crate) use glob::{Glob, NameMatch};
pub use key::file_name_of_key;
pub(crate) use key::{FileIdentity, FileKey, display_name};
pub(crate) use locate::{LocatedFile, Search, file_into, find_current, locate};
pub(crate) use roots::FileRoots;
pub(crate) use sample::read_sample;

use crate::error::WatcherError;
use std::io;
use std::path::Path;
use stormwire_clock::Clock;
use stormwire_store::StoreError;
use stormwire_store::tables::watcher::WatcherFields;

/// Below the watched folder.
pub(crate) const PROCESSED: &str = "Processed";
pub(crate) const FAILED: &str = "Failed";

const MEBIBYTE: u64 = 1024 * 1024;

/// The largest size that a watcher reads.
pub(crate) fn max_file_bytes(fields: &WatcherFields) -> u64 {
    u64::try_from(fields.max_file_mb).unwrap_or(0).saturating_mul(MEBIBYTE)
}

/// The pattern of a watcher. It was checked when the watcher was saved.
pub(crate) fn pattern(fields: &WatcherFields) -> Result<Glob, WatcherError> {
    Glob::parse(&fields.pattern).map_err(|problem| WatcherError::invalid_field("pattern", problem))
}

pub(crate) fn watched_folder(fields: &WatcherFields) -> &str {
    fields.folder.as_deref().unwrap_or_default()
}

pub(crate) fn file_error(path: &Path, error: &io::Error) -> WatcherError {
    WatcherError::File { path: path.display().to_string(), problem: error.to_string(), kind: error.kind() }
}

/// Runs work on files, which may block, on a thread of its own.
pub(crate) async fn blocking<T: Send + 'static>(
    clock: &dyn Clock,
    work: impl FnOnce() -> Result<T, WatcherError> + Send + 'static,
) -> Result<T, WatcherError> {
    stormwire_clock::blocking(clock, work).await.unwrap_or_else(|_| Err(StoreError::Panicked.into()))
}
