//! The folders of a mailbox as a tree, for the folder picker.

use super::Admin;
use crate::error::WatcherError;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use std::collections::{HashMap, HashSet};
use stormwire_graph::{Folder, FolderId};
use stormwire_store::CredentialId;
use stormwire_store::tables::watcher;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderNode {
    pub id: String,
    pub display_name: String,
    /// Folder names from the root, separated by `/`.
    pub path: String,
    pub total_items: u64,
    pub unread_items: u64,
    pub children: Vec<FolderNode>,
}

impl Admin {
    /// Whether a watcher exists for this mailbox.
    pub async fn is_watched(&self, address: &str) -> Result<bool, WatcherError> {
        let all = watcher::list(&mut self.store.reader().await?).await?;
        Ok(all.iter().any(|one| one.fields.mailbox_address.eq_ignore_ascii_case(address)))
    }

    pub async fn folders(
        &self,
        credential_id: Option<CredentialId>,
        address: &str,
    ) -> Result<Vec<FolderNode>, WatcherError> {
        let open = self.mailboxes.open_address(credential_id, address).await?;
        let list = open.mailbox.folders();
        Ok(build_tree(with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "list folders", list).await?))
    }
}

fn build_tree(folders: Vec<Folder>) -> Vec<FolderNode> {
    let mut children: HashMap<Option<FolderId>, Vec<Folder>> = HashMap::new();
    let known: HashSet<FolderId> = folders.iter().map(|folder| folder.id.clone()).collect();
    for folder in folders {
        // A folder whose parent is hidden is shown at the top level.
        let parent = folder.parent.clone().filter(|parent| known.contains(parent));
        children.entry(parent).or_default().push(folder);
    }
    child_nodes(&mut children, None, "")
}

fn child_nodes(
    children: &mut HashMap<Option<FolderId>, Vec<Folder>>,
    parent: Option<&FolderId>,
    path: &str,
) -> Vec<FolderNode> {
    let Some(folders) = children.remove(&parent.cloned()) else { return Vec::new() };
    let node = |folder: Folder| {
        let path = if path.is_empty() { folder.name.clone() } else { format!("{path}/{}", folder.name) };
        FolderNode {
            children: child_nodes(children, Some(&folder.id), &path),
            id: folder.id.as_str().to_owned(),
            display_name: folder.name,
            path,
            total_items: folder.total_items,
            unread_items: folder.unread_items,
        }
    };
    folders.into_iter().map(node).collect()
}
