//! Putting a message away: moved and marked read, or marked with a category where it lies.

use super::mailboxes::Opened;
use super::status::Status;
use super::{Watch, WatchError};
use std::collections::HashMap;
use std::sync::PoisonError;
use stormwire_graph::{FolderId, MailError, MessageKey};
use stormwire_store::tables::job::Job;

/// What became of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Disposed {
    /// Put away.
    Away,
    /// There was nothing to put away: someone else has moved it out of reach.
    Gone,
}

/// Where a message goes, and which category it gets, by its end. Pure.
fn destination(end: Status) -> (&'static str, &'static str) {
    match end {
        Status::Failed => ("Failed", "Failed"),
        Status::Skipped => ("Processed", "Skipped"),
        _ => ("Processed", "Processed"),
    }
}

impl Watch {
    /// Puts a message away by its end. May be repeated: each call of it comes to the same.
    pub(super) async fn dispose(&self, job: &Job, key: &MessageKey, end: Status) -> Result<Disposed, WatchError> {
        let opened = self.open(job).await?;
        let (folder, category) = destination(end);
        let put = if job.fields.move_on_process {
            self.move_away(job, &opened, key, folder).await
        } else {
            opened.mailbox.add_category(key, category).await.map_err(WatchError::from)
        };
        match put {
            Ok(()) => Ok(Disposed::Away),
            Err(WatchError::Mail(MailError::NotFound { .. })) => {
                // Perhaps it was the folder: the next try looks for it anew.
                self.known_folders(HashMap::clear);
                is_gone(&opened, key).await
            }
            Err(error) => Err(error),
        }
    }

    async fn move_away(&self, job: &Job, opened: &Opened, key: &MessageKey, name: &str) -> Result<(), WatchError> {
        let watched = self.folder(job, opened).await?;
        opened.mailbox.mark_read(key).await?;
        let folder = self.child_folder(opened, &watched, name).await?;
        Ok(opened.mailbox.move_to(key, &folder).await?)
    }

    async fn child_folder(&self, opened: &Opened, watched: &FolderId, name: &str) -> Result<FolderId, WatchError> {
        let place = (watched.clone(), name.to_owned());
        if let Some(known) = self.known_folders(|known| known.get(&place).cloned()) {
            return Ok(known);
        }
        let found = opened.mailbox.child_folder(watched, name).await?.id;
        self.known_folders(|known| known.insert(place, found.clone()));
        Ok(found)
    }

    fn known_folders<T>(&self, ask: impl FnOnce(&mut HashMap<(FolderId, String), FolderId>) -> T) -> T {
        ask(&mut self.0.known_folders.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Not found may mean the message or a folder on the way; only the message counts.
async fn is_gone(opened: &Opened, key: &MessageKey) -> Result<Disposed, WatchError> {
    match opened.mailbox.message(key).await {
        Err(MailError::NotFound { .. }) => Ok(Disposed::Gone),
        Err(error) => Err(error.into()),
        Ok(_) => {
            Err(WatchError::Conflict("the message is there, but the folder to put it into cannot be found".into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_has_its_place_and_its_category() {
        assert_eq!(destination(Status::DbComplete), ("Processed", "Processed"));
        assert_eq!(destination(Status::Failed), ("Failed", "Failed"));
        assert_eq!(destination(Status::Skipped), ("Processed", "Skipped"));
    }
}
