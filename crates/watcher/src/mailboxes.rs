//! From a watcher to its mailbox: the credential is read and opened, the account found.

use super::{Watch, WatchError};
use std::collections::HashMap;
use std::sync::Arc;
use stormwire_city::credentials;
use stormwire_graph::{Account, Folder, FolderId, Mailbox};
use stormwire_store::tables::job::Job;

/// A mailbox and the account that opens it.
pub(super) struct Opened {
    pub(super) mailbox: Arc<dyn Mailbox>,
    pub(super) account: Arc<Account>,
    pub(super) credential_id: i64,
}

impl Opened {
    /// How far our clock is ahead of the provider's.
    pub(super) fn clock_difference_ms(&self) -> Option<i64> {
        let ahead = self.account.clock_difference()?;
        Some(i64::try_from(-ahead.as_millis()).unwrap_or(i64::MAX))
    }
}

impl Watch {
    /// The mailbox of a watcher.
    pub(super) async fn open(&self, job: &Job) -> Result<Opened, WatchError> {
        self.open_mailbox(job.fields.credential_id, &job.fields.mailbox_address).await
    }

    /// A mailbox under a credential, or under the only one there is.
    pub(super) async fn open_mailbox(&self, credential_id: Option<i64>, address: &str) -> Result<Opened, WatchError> {
        let missing = || WatchError::invalid("credentialId", "name one of the credentials: there is not exactly one");
        let opened = credentials::open(&self.store, &self.secrets, credential_id).await?.ok_or_else(missing)?;
        let credential_id = opened.row.id;
        let account = self.graph.account(&opened.registration());
        Ok(Opened { mailbox: account.mailbox(address), account, credential_id })
    }

    /// The folders of a mailbox as a tree.
    pub async fn folders(&self, credential_id: Option<i64>, address: &str) -> Result<Vec<FolderNode>, WatchError> {
        let opened = self.open_mailbox(credential_id, address).await?;
        Ok(tree(opened.mailbox.folders().await?))
    }
}

/// A folder with those below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderNode {
    /// The provider's id.
    pub id: String,
    /// Its own name.
    pub display_name: String,
    /// The names from the top down.
    pub path: String,
    /// How many items lie in it.
    pub total_items: u64,
    /// How many of them nobody has read.
    pub unread_items: u64,
    /// The folders below.
    pub children: Vec<FolderNode>,
}

/// Parents come before their children.
fn tree(folders: Vec<Folder>) -> Vec<FolderNode> {
    let mut below: HashMap<Option<FolderId>, Vec<Folder>> = HashMap::new();
    let known: std::collections::HashSet<FolderId> = folders.iter().map(|folder| folder.id.clone()).collect();
    for folder in folders {
        // What hangs below something that we do not see stands at the top.
        let parent = folder.parent.clone().filter(|parent| known.contains(parent));
        below.entry(parent).or_default().push(folder);
    }
    grow(&mut below, None, "")
}

fn grow(below: &mut HashMap<Option<FolderId>, Vec<Folder>>, parent: Option<&FolderId>, path: &str) -> Vec<FolderNode> {
    let Some(folders) = below.remove(&parent.cloned()) else { return Vec::new() };
    let node = |folder: Folder| {
        let path = if path.is_empty() { folder.name.clone() } else { format!("{path}/{}", folder.name) };
        let children = grow(below, Some(&folder.id), &path);
        FolderNode {
            id: folder.id.as_str().to_owned(),
            display_name: folder.name,
            path,
            total_items: folder.total_items,
            unread_items: folder.unread_items,
            children,
        }
    };
    folders.into_iter().map(node).collect()
}
