//! Caches the ids of the folders that messages are moved to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use stormwire_graph::FolderId;

/// By watched folder and name.
#[derive(Default)]
pub(super) struct FolderCache(Mutex<HashMap<(FolderId, &'static str), FolderId>>);

impl FolderCache {
    pub(super) fn with_lock<T>(&self, access: impl FnOnce(&mut HashMap<(FolderId, &'static str), FolderId>) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
