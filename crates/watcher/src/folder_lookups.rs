//! Lookups of folders by their path, shared by everything that needs the folder at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_graph::FolderId;
use stormwire_store::CredentialId;
use stormwire_store::tables::watcher::WatcherFields;
use tokio::sync::OnceCell;

/// A folder as a watcher names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FolderName {
    credential_id: CredentialId,
    mailbox: String,
    path: String,
}

impl FolderName {
    pub(crate) fn new(fields: &WatcherFields, credential_id: CredentialId) -> Self {
        let (mailbox, path) = (fields.mailbox_address.to_lowercase(), fields.folder_path.clone());
        Self { credential_id, mailbox, path }
    }
}

type Lookup = Arc<OnceCell<FolderId>>;

/// A failed lookup is repeated by the next caller.
#[derive(Default)]
pub(crate) struct FolderLookups(Mutex<HashMap<FolderName, Lookup>>);

impl FolderLookups {
    pub(crate) fn get(&self, name: FolderName) -> Lookup {
        self.with_lock(|all| all.entry(name).or_default().clone())
    }

    pub(crate) fn put(&self, name: FolderName, found: FolderId) {
        self.with_lock(|all| all.insert(name, Arc::new(OnceCell::new_with(Some(found)))));
    }

    fn with_lock<T>(&self, access: impl FnOnce(&mut HashMap<FolderName, Lookup>) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
