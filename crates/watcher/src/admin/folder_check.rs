//! Checks the watched folder, at the provider or on disk, before a watcher is saved or enabled. If it cannot be reached, the
//! watcher is saved with a warning.

use super::Admin;
use crate::error::WatcherError;
use crate::files::{self, ListedFile, NameMatch, blocking, file_error, watched_folder};
use crate::provider_timeout::{CALL_TIMEOUT, with_timeout};
use std::io;
use std::path::Path;
use stormwire_city::credential_usage::can_open_mailboxes;
use stormwire_graph::MailError;
use stormwire_store::tables::credential;
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields, WatcherKind};
use stormwire_store::{StoreError, WatcherId};

/// With more messages in the folder, the user must decide whether to process them.
const MANY_MESSAGES: u64 = 500;

impl Admin {
    /// A missing folder is an error. Any other failure is a warning.
    pub(super) async fn check_folder(&self, fields: &WatcherFields) -> Result<FolderCheck, WatcherError> {
        let count = self.count_messages(fields);
        match with_timeout(self.clock.as_ref(), CALL_TIMEOUT, "count messages", count).await {
            Ok(count) => Ok(FolderCheck { count: Some(count), warning: None }),
            // Graph rejects malformed ids.
            Err(WatcherError::Mail(MailError::NotFound { .. } | MailError::Rejected { .. })) => {
                let (field, name) = match &fields.folder_id {
                    Some(id) => ("folderId", id),
                    None => ("folderPath", &fields.folder_path),
                };
                let mailbox = &fields.mailbox_address;
                let text = format!("folder {name:?} not found in {mailbox}; check the folder path or pick it again");
                Err(WatcherError::invalid_field(field, text))
            }
            // No credential can be selected. Users without any credential know that; users with several may not.
            Err(error @ WatcherError::Invalid { .. }) => {
                let all = credential::list(&mut self.store.reader().await?, None).await?;
                let has_several = all.iter().filter(|one| can_open_mailboxes(one)).count() > 1;
                Ok(FolderCheck { count: None, warning: has_several.then(|| format!("cannot sign in: {error}")) })
            }
            Err(error @ (WatcherError::Store(_) | WatcherError::Secrets(_))) => Err(error),
            Err(error) => Ok(FolderCheck::with_check_error(&error.to_string())),
        }
    }

    /// A folder that is missing or outside the roots is an error. Any other failure is a warning.
    pub(super) async fn check_file_folder(&self, fields: &WatcherFields) -> Result<FolderCheck, WatcherError> {
        match self.file_roots.rejection(fields) {
            // Without any root it can be prepared, but not enabled.
            Some(rejection) if self.file_roots.is_empty() && !fields.is_enabled => {
                return Ok(FolderCheck::with_check_error(&rejection.to_string()));
            }
            Some(rejection) => return Err(rejection),
            None => {}
        }
        let (roots, fields) = (self.file_roots.clone(), fields.clone());
        let count = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            let files = folder.list().map_err(|error| file_error(folder.path(), &error))?;
            let names = files::pattern(&fields)?;
            let is_read = |file: &&ListedFile| names.check(&file.name.to_string_lossy()) != NameMatch::Hidden;
            Ok(files.iter().filter(is_read).count() as u64)
        });
        match with_timeout(self.clock.as_ref(), CALL_TIMEOUT, "count files", count).await {
            Ok(count) => Ok(FolderCheck { count: Some(count), warning: None }),
            Err(WatcherError::File { path, kind: io::ErrorKind::NotFound | io::ErrorKind::NotADirectory, .. }) => {
                Err(WatcherError::invalid_field("folder", format!("folder {path:?} not found; create it first")))
            }
            Err(error @ (WatcherError::File { .. } | WatcherError::Mail(_))) => {
                Ok(FolderCheck::with_check_error(&error.to_string()))
            }
            Err(error) => Err(error),
        }
    }

    /// Warnings about other watchers of the same folder.
    pub(super) async fn same_folder_warnings(&self, id: WatcherId) -> Result<Vec<String>, StoreError> {
        let all = watcher::list(&mut self.store.reader().await?).await?;
        let mut with_folder = all.iter().filter(|one| one.fields.kind != WatcherKind::StatusEvent);
        let Some(own) = with_folder.find(|one| one.id == id) else { return Ok(Vec::new()) };
        let others = all.iter().filter(|one| one.id != id && is_same_folder(&own.fields, &one.fields));
        let warning = |one: &Watcher| {
            format!(
                "watcher {:?} watches the same folder: if both are enabled, a message or file may be processed by both or only \
                 by the first one",
                one.fields.name
            )
        };
        Ok(others.map(warning).collect())
    }

    async fn count_messages(&self, fields: &WatcherFields) -> Result<u64, WatcherError> {
        let open = self.mailboxes.open(fields).await?;
        let folder = self.mailboxes.find_current_folder(fields, &open).await?;
        Ok(open.mailbox.count(&folder).await?)
    }
}

pub(super) struct FolderCheck {
    /// `None` if the provider did not report it.
    count: Option<u64>,
    pub(super) warning: Option<String>,
}

impl FolderCheck {
    fn with_check_error(why: &str) -> Self {
        Self { count: None, warning: Some(format!("the folder could not be checked: {why}")) }
    }

    /// A watcher does not start on a folder full of old mail before the user decides whether to process it.
    pub(super) fn allows_start(&self, fields: &WatcherFields) -> Result<(), WatcherError> {
        match self.count {
            Some(count) if count > MANY_MESSAGES && fields.process_existing.is_none() => {
                Err(WatcherError::Conflict(format!(
                    "the folder already contains {count} {}; set processExisting to true to process them, or to false to process only new ones",
                    if fields.kind == WatcherKind::File { "files" } else { "messages" }
                )))
            }
            _ => Ok(()),
        }
    }
}

/// Compares without asking the provider: by id if both have one, otherwise by path.
pub(super) fn is_same_folder(one: &WatcherFields, other: &WatcherFields) -> bool {
    if one.kind != other.kind {
        return false;
    }
    if one.kind == WatcherKind::File {
        return Path::new(watched_folder(one)) == Path::new(watched_folder(other));
    }
    let is_same = match (&one.folder_id, &other.folder_id) {
        (Some(one), Some(other)) => one == other,
        _ => one.folder_path.to_lowercase() == other.folder_path.to_lowercase(),
    };
    is_same && one.mailbox_address.to_lowercase() == other.mailbox_address.to_lowercase()
}

/// Whether a change makes the watcher read another folder, or the same folder with another credential.
pub(super) fn is_other_folder(before: &WatcherFields, after: &WatcherFields) -> bool {
    before.mailbox_address.to_lowercase() != after.mailbox_address.to_lowercase()
        || before.folder_path != after.folder_path
        || before.folder_id != after.folder_id
        || before.credential_id != after.credential_id
        || before.folder != after.folder
}
