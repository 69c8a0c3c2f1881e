//! The memories of all watched folders of this process.

use super::stability::FolderMemory;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use stormwire_store::WatcherId;

/// What this process knows about the files of each watcher.
#[derive(Default)]
pub(crate) struct FolderMemories(Mutex<HashMap<WatcherId, FolderMemory>>);

impl FolderMemories {
    pub(crate) fn with<T>(&self, watcher: WatcherId, access: impl FnOnce(&mut FolderMemory) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        access(all.entry(watcher).or_default())
    }

    pub(crate) fn remove(&self, watcher: WatcherId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&watcher);
    }
}
