//! Files a message or a file: moves it to Processed or Failed. Marks a message read, or adds a category and leaves it in place.

use super::Pipeline;
use crate::error::WatcherError;
use crate::files::{FAILED, PROCESSED};
use crate::mailboxes::OpenMailbox;
use std::collections::HashMap;
use stormwire_graph::{FolderId, MailError, MessageKey};
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{Watcher, WatcherKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilingOutcome {
    Filed,
    /// The provider does not know the message, or no longer; or the file is no longer in the folder.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Destination {
    /// Below the watched folder.
    folder: &'static str,
    /// For watchers that leave messages in the watched folder.
    category: &'static str,
}

fn destination(status: LogStatus) -> Destination {
    match status {
        LogStatus::Failed => Destination { folder: FAILED, category: "Failed" },
        LogStatus::Skipped => Destination { folder: PROCESSED, category: "Skipped" },
        _ => Destination { folder: PROCESSED, category: "Processed" },
    }
}

impl Pipeline {
    /// Idempotent.
    pub(super) async fn file(
        &self,
        watcher: &Watcher,
        key: &MessageKey,
        status: LogStatus,
    ) -> Result<FilingOutcome, WatcherError> {
        match watcher.fields.kind {
            WatcherKind::Mailbox => self.file_mail(watcher, key, status).await,
            WatcherKind::File => self.move_file(watcher, key, destination(status).folder).await,
            WatcherKind::StatusEvent => Ok(FilingOutcome::Filed),
        }
    }

    async fn file_mail(
        &self,
        watcher: &Watcher,
        key: &MessageKey,
        status: LogStatus,
    ) -> Result<FilingOutcome, WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let Destination { folder, category } = destination(status);
        let filed = if watcher.fields.move_on_process {
            self.move_to(watcher, &open, key, folder).await
        } else {
            open.mailbox.add_category(key, category).await.map_err(WatcherError::from)
        };
        match filed {
            Ok(()) => Ok(FilingOutcome::Filed),
            Err(WatcherError::Mail(error @ (MailError::NotFound { .. } | MailError::Rejected { .. }))) => {
                // The folder may have been deleted: the next attempt asks the provider again.
                self.folder_cache.with_lock(HashMap::clear);
                check_gone(&open, key, error).await
            }
            Err(error) => Err(error),
        }
    }

    async fn move_to(
        &self,
        watcher: &Watcher,
        open: &OpenMailbox,
        key: &MessageKey,
        name: &'static str,
    ) -> Result<(), WatcherError> {
        let source_folder = self.mailboxes.resolve_folder(watcher, open).await?;
        open.mailbox.mark_read(key).await?;
        let folder = self.child_folder(open, &source_folder, name).await?;
        Ok(open.mailbox.move_to(key, &folder).await?)
    }

    async fn child_folder(
        &self,
        open: &OpenMailbox,
        source_folder: &FolderId,
        name: &'static str,
    ) -> Result<FolderId, WatcherError> {
        let cache_key = (source_folder.clone(), name);
        if let Some(known) = self.folder_cache.with_lock(|cache| cache.get(&cache_key).cloned()) {
            return Ok(known);
        }
        let found = open.mailbox.child_folder(source_folder, name).await?.id;
        self.folder_cache.with_lock(|cache| cache.insert(cache_key, found.clone()));
        Ok(found)
    }
}

/// "Not found" may mean the message or a folder, and Graph rejects malformed ids. Only if the provider does not know the
/// message, nothing is left to file.
async fn check_gone(open: &OpenMailbox, key: &MessageKey, error: MailError) -> Result<FilingOutcome, WatcherError> {
    match (open.mailbox.message(key).await, error) {
        (Err(MailError::NotFound { .. } | MailError::Rejected { .. }), _) => Ok(FilingOutcome::Gone),
        (Err(error), _) | (Ok(_), error @ MailError::Rejected { .. }) => Err(error.into()),
        (Ok(_), _) => {
            Err(WatcherError::Conflict("the message exists, but its destination folder was not found".into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_status_has_its_folder_and_category() {
        let of = |status| (destination(status).folder, destination(status).category);
        assert_eq!(of(LogStatus::DbComplete), ("Processed", "Processed"));
        assert_eq!(of(LogStatus::Failed), ("Failed", "Failed"));
        assert_eq!(of(LogStatus::Skipped), ("Processed", "Skipped"));
    }
}
