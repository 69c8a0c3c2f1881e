//! The folders that contain the messages of a watcher: the watched one, Processed and Failed.

use super::Repair;
use crate::error::WatcherError;
use crate::mailboxes::OpenMailbox;
use stormwire_graph::Folder;
use stormwire_store::tables::watcher::Watcher;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderRole {
    Watched,
    Processed,
    Failed,
}

impl FolderRole {
    /// As in "in the watched folder".
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Watched => "the watched folder",
            Self::Processed => "Processed",
            Self::Failed => "Failed",
        }
    }
}

pub(super) struct MessageFolder {
    pub(super) role: FolderRole,
    pub(super) folder: Folder,
}

pub(super) struct MessageFolders {
    pub(super) open: OpenMailbox,
    /// Those that exist.
    pub(super) folders: Vec<MessageFolder>,
}

impl Repair {
    pub(super) async fn message_folders(&self, watcher: &Watcher) -> Result<MessageFolders, WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let source_folder = self.mailboxes.resolve_folder(watcher, &open).await?;
        let role = |folder: &Folder| match folder.name.as_str() {
            _ if folder.id == source_folder => Some(FolderRole::Watched),
            "Processed" if folder.parent.as_ref() == Some(&source_folder) => Some(FolderRole::Processed),
            "Failed" if folder.parent.as_ref() == Some(&source_folder) => Some(FolderRole::Failed),
            _ => None,
        };
        let all = open.mailbox.folders().await?.into_iter();
        let folders = all.filter_map(|folder| Some(MessageFolder { role: role(&folder)?, folder })).collect();
        Ok(MessageFolders { open, folders })
    }
}
