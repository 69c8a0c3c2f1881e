//! The files of a watcher: in the watched folder, Processed and Failed.

use super::Repair;
use super::balance::{FolderCount, FolderMessage, MAX_MESSAGES_PER_FOLDER};
use super::message_folders::FolderRole;
use crate::error::WatcherError;
use crate::files::{
    FAILED, FileKey, FileRoots, ListedFile, OpenFolder, PROCESSED, display_name, file_error, identify, max_file_bytes,
    unnumbered,
};
use crate::provider_timeout::REQUEST_TIMEOUT;
use jiff::Timestamp;
use std::collections::HashSet;
use std::io;
use stormwire_graph::{MessageKey, MessageSummary};
use stormwire_store::tables::watcher::{Watcher, WatcherFields};
use stormwire_workflow::blocking::run_blocking;

/// What is compared with the log.
struct FileListing {
    fields: WatcherFields,
    since: Timestamp,
    /// Keys of the log.
    known: HashSet<String>,
}

#[derive(Default)]
struct ListedFolders {
    counts: Vec<FolderCount>,
    messages: Vec<FolderMessage>,
    is_incomplete: bool,
}

impl Repair {
    /// `None`, with a warning, if the folders could not be read.
    pub(super) async fn files_in_folders(
        &self,
        watcher: &Watcher,
        since: Timestamp,
        known: HashSet<String>,
        warnings: &mut Vec<String>,
    ) -> (Vec<FolderCount>, Option<Vec<FolderMessage>>) {
        let (roots, fields) = (self.file_roots.clone(), watcher.fields.clone());
        let listing = FileListing { fields, since, known };
        let listed =
            run_blocking(self.clock.as_ref(), REQUEST_TIMEOUT, move |out_of_time| listing.read(&roots, out_of_time));
        match listed.await {
            Ok(ListedFolders { counts, messages, is_incomplete }) => {
                if is_incomplete {
                    warnings
                        .push(format!("only the newest {MAX_MESSAGES_PER_FOLDER} files of each folder were checked"));
                }
                (counts, Some(messages))
            }
            Err(error) => {
                warnings.push(format!("the folders could not be read: {error}"));
                (Vec::new(), None)
            }
        }
    }
}

impl FileListing {
    fn read(&self, roots: &FileRoots, out_of_time: &mut dyn FnMut() -> bool) -> Result<ListedFolders, WatcherError> {
        let folder = roots.open(&self.fields)?;
        let failed = |error: io::Error| file_error(folder.path(), &error);
        let mut all = ListedFolders::default();
        self.add(&mut all, FolderRole::Watched, &folder, out_of_time).map_err(failed)?;
        for (role, name) in [(FolderRole::Processed, PROCESSED), (FolderRole::Failed, FAILED)] {
            if let Some(subfolder) = folder.subfolder(name).map_err(failed)? {
                self.add(&mut all, role, &subfolder, out_of_time).map_err(failed)?;
            }
        }
        Ok(all)
    }

    fn add(
        &self,
        all: &mut ListedFolders,
        role: FolderRole,
        folder: &OpenFolder,
        out_of_time: &mut dyn FnMut() -> bool,
    ) -> io::Result<()> {
        let mut files = folder.list()?;
        let name = folder.path().file_name().map(display_name).unwrap_or_default();
        all.counts.push(FolderCount { name, items: files.len() as u64 });
        files.retain(|file| file.stat.arrived_at() >= self.since);
        files.sort_by_key(|file| std::cmp::Reverse(file.stat.arrived_at()));
        let most = usize::from(MAX_MESSAGES_PER_FOLDER);
        all.is_incomplete |= files.len() > most;
        for file in files.iter().take(most) {
            if out_of_time() {
                all.is_incomplete = true;
                return Ok(());
            }
            all.messages.extend(self.message(role, folder, file)?);
        }
        Ok(())
    }

    /// `None` if it was moved meanwhile.
    fn message(&self, role: FolderRole, folder: &OpenFolder, file: &ListedFile) -> io::Result<Option<FolderMessage>> {
        let Some((mut opened, stat)) = folder.open_file(&file.name)? else { return Ok(None) };
        let identity = identify(&mut opened, &stat, max_file_bytes(&self.fields))?;
        let own = FileKey::new(identity, &file.name).text();
        // A number may have been added when it was filed.
        let filed = unnumbered(&file.name).map(|name| FileKey::new(identity, &name).text());
        let key = filed.filter(|key| self.known.contains(key)).unwrap_or(own);
        let message = MessageSummary {
            key: MessageKey::new(key),
            subject: Some(display_name(&file.name)),
            from: None,
            received_at: Some(stat.arrived_at()),
        };
        Ok(Some(FolderMessage { folder: role, message }))
    }
}
