//! The watched folder, asked of the provider before a watcher is saved or enabled. An unreachable provider keeps nobody
//! from saving: then there is a warning instead.

use super::Admin;
use crate::error::WatcherError;
use std::time::Duration;
use stormwire_graph::MailError;
use stormwire_store::tables::credential;
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields};
use stormwire_store::{StoreError, WatcherId};

/// Somebody has to say whether the messages of a folder with more than this count.
const MANY_MESSAGES: u64 = 500;
/// The person who saves waits no longer than this for the provider.
const TIMEOUT: Duration = Duration::from_secs(5);

impl Admin {
    /// A mailbox without that folder is an error; everything else is a warning.
    pub(super) async fn check_folder(&self, fields: &WatcherFields) -> Result<FolderCheck, WatcherError> {
        let counted = tokio::select! {
            counted = self.count_messages(fields) => counted,
            () = self.clock.sleep(TIMEOUT) => {
                let why = format!("the provider did not answer within {} s", TIMEOUT.as_secs());
                return Ok(FolderCheck::unchecked(&why));
            }
        };
        match counted {
            Ok(count) => Ok(FolderCheck { count: Some(count), warning: None }),
            // Graph refuses an id that does not even have the form of one.
            Err(WatcherError::Mail(MailError::NotFound { .. } | MailError::Rejected { .. })) => {
                let (field, name) = match &fields.folder_id {
                    Some(id) => ("folderId", id),
                    None => ("folderPath", &fields.folder_path),
                };
                let text =
                    format!("there is no folder {name:?} in {}; pick one of its folders", fields.mailbox_address);
                Err(WatcherError::invalid(field, text))
            }
            // There is no credential to sign in with. Whoever has none yet knows that; whoever has several may not.
            Err(error @ WatcherError::Invalid { .. }) => {
                let has_several = credential::list(&mut self.store.reader().await?, None).await?.len() > 1;
                Ok(FolderCheck { count: None, warning: has_several.then(|| format!("it cannot sign in: {error}")) })
            }
            Err(error @ (WatcherError::Store(_) | WatcherError::Secrets(_))) => Err(error),
            Err(error) => Ok(FolderCheck::unchecked(&error.to_string())),
        }
    }

    /// Warnings about other watchers of the same folder.
    pub(super) async fn same_folder_warnings(&self, id: WatcherId) -> Result<Vec<String>, StoreError> {
        let all = watcher::list(&mut self.store.reader().await?).await?;
        let Some(own) = all.iter().find(|one| one.id == id) else { return Ok(Vec::new()) };
        let others = all.iter().filter(|one| one.id != id && is_same_folder(&own.fields, &one.fields));
        let warning = |one: &Watcher| {
            format!(
                "the watcher {:?} looks at the same folder: when both are switched on, a message may be worked on by both, \
                 or only by the one that gets to it first",
                one.fields.name
            )
        };
        Ok(others.map(warning).collect())
    }

    async fn count_messages(&self, fields: &WatcherFields) -> Result<u64, WatcherError> {
        let open = self.mailboxes.open(fields).await?;
        let folder = open.find_folder(fields).await?;
        Ok(open.mailbox.count(&folder).await?)
    }
}

pub(super) struct FolderCheck {
    /// `None` where the provider could not be asked.
    count: Option<u64>,
    pub(super) warning: Option<String>,
}

impl FolderCheck {
    fn unchecked(why: &str) -> Self {
        Self { count: None, warning: Some(format!("the folder could not be looked at: {why}")) }
    }

    /// A watcher does not start on a folder full of old mail until somebody has said whether that counts.
    pub(super) fn allows_start(&self, fields: &WatcherFields) -> Result<(), WatcherError> {
        match self.count {
            Some(count) if count > MANY_MESSAGES && fields.process_existing.is_none() => {
                Err(WatcherError::Conflict(format!(
                    "{count} messages lie in the folder already; send processExisting true to take them, or false to take only what comes from now on"
                )))
            }
            _ => Ok(()),
        }
    }
}

/// As far as can be said without asking the provider: by id where both have one, otherwise by path.
fn is_same_folder(one: &WatcherFields, other: &WatcherFields) -> bool {
    let is_same = match (&one.folder_id, &other.folder_id) {
        (Some(one), Some(other)) => one == other,
        _ => one.folder_path.to_lowercase() == other.folder_path.to_lowercase(),
    };
    is_same && one.mailbox_address.to_lowercase() == other.mailbox_address.to_lowercase()
}

/// Whether a change makes the watcher read another folder, or the same one as somebody else.
pub(super) fn is_other_folder(before: &WatcherFields, after: &WatcherFields) -> bool {
    before.mailbox_address.to_lowercase() != after.mailbox_address.to_lowercase()
        || before.folder_path != after.folder_path
        || before.folder_id != after.folder_id
        || before.credential_id != after.credential_id
}
