//! Why files in the watched folder of a watcher are not processed.

use super::Admin;
use crate::error::WatcherError;
use crate::files::explanation::{FileFacts, explain, searched_name};
use crate::files::{
    FileKey, FileRoots, ListedFile, OpenFolder, by_stat, display_name, file_error, identify_until, max_file_bytes,
    pattern, watched_folder,
};
use crate::filter::is_new_enough;
use crate::provider_timeout::REQUEST_TIMEOUT;
use std::cmp::Reverse;
use std::io;
use std::time::Duration;
use stormwire_store::tables::log;
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields};
use stormwire_store::{Conn, LogId, WatcherId};
use stormwire_workflow::blocking::run_blocking;
use tokio::sync::OwnedSemaphorePermit;

pub use crate::files::explanation::FileReason;

/// Each is read, because the log knows a file by its content.
const MAX_FILES: usize = 10;
/// For the one before. With the time to read the files still less than the portal waits.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The files of the watched folder whose name contains a text.
#[derive(Debug)]
pub struct FolderExplanation {
    pub folder: String,
    /// Why the folder cannot be read.
    pub problem: Option<String>,
    /// The newest first.
    pub files: Vec<ExplainedFile>,
    /// Whether there are more.
    pub is_incomplete: bool,
}

#[derive(Debug)]
pub struct ExplainedFile {
    pub name: String,
    pub size_bytes: u64,
    pub reason: FileReason,
    /// If it is in the log.
    pub log_id: Option<LogId>,
}

struct FileSearch {
    fields: WatcherFields,
    text: String,
}

#[derive(Default)]
struct FoundFiles {
    files: Vec<FoundFile>,
    is_incomplete: bool,
}

struct FoundFile {
    listed: ListedFile,
    /// In the log.
    key: String,
}

impl Admin {
    /// `text` is a part of a name, or a path.
    pub async fn explain_files(&self, id: WatcherId, text: &str) -> Result<FolderExplanation, WatcherError> {
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, id).await?.ok_or(WatcherError::Missing("watcher"))?;
        drop(conn);
        let (fields, roots) = (watcher.fields.clone(), self.file_roots.clone());
        let search = FileSearch { fields, text: text.to_owned() };
        let permit = self.explanation_permit().await?;
        let found = run_blocking(self.clock.as_ref(), REQUEST_TIMEOUT, move |out_of_time| {
            // A client that disconnects must not free it before the work has stopped.
            let _permit = permit;
            search.read(&roots, out_of_time)
        });
        let (FoundFiles { files, is_incomplete }, problem) = match found.await {
            Ok(found) => (found, None),
            Err(error) => (FoundFiles::default(), Some(error.to_string())),
        };
        let mut explained = Vec::new();
        let mut conn = self.store.reader().await?;
        for file in files {
            explained.push(self.explain_file(&mut conn, &watcher, file).await?);
        }
        let folder = watched_folder(&watcher.fields).to_owned();
        Ok(FolderExplanation { folder, problem, files: explained, is_incomplete })
    }

    async fn explanation_permit(&self) -> Result<OwnedSemaphorePermit, WatcherError> {
        tokio::select! {
            Ok(permit) = self.explanation_permits.clone().acquire_owned() => Ok(permit),
            () = self.clock.sleep(PERMIT_TIMEOUT) => Err(WatcherError::Busy),
        }
    }

    async fn explain_file(
        &self,
        conn: &mut Conn,
        watcher: &Watcher,
        file: FoundFile,
    ) -> Result<ExplainedFile, WatcherError> {
        let FoundFile { listed: ListedFile { name, stat }, key } = file;
        let row = log::find(conn, watcher.id, &key).await?;
        let facts = FileFacts {
            stat,
            name_match: pattern(&watcher.fields)?.check(&name.to_string_lossy()),
            is_new_enough: is_new_enough(watcher, Some(stat.arrived_at())),
            is_in_log: row.is_some(),
        };
        Ok(ExplainedFile {
            name: display_name(&name),
            size_bytes: stat.size_bytes,
            reason: explain(&watcher.fields, &facts, self.clock.now()),
            log_id: row.map(|row| row.id),
        })
    }
}

impl FileSearch {
    fn read(&self, roots: &FileRoots, out_of_time: &mut dyn FnMut() -> bool) -> Result<FoundFiles, WatcherError> {
        let folder = roots.open(&self.fields)?;
        let Some(name) = searched_name(watched_folder(&self.fields), &self.text) else {
            return Ok(FoundFiles::default());
        };
        self.find(&folder, &name.to_lowercase(), out_of_time).map_err(|error| file_error(folder.path(), &error))
    }

    fn find(&self, folder: &OpenFolder, part: &str, out_of_time: &mut dyn FnMut() -> bool) -> io::Result<FoundFiles> {
        let mut listed = folder.list()?;
        listed.retain(|file| display_name(&file.name).to_lowercase().contains(part));
        listed.sort_by_key(|file| Reverse(file.stat.arrived_at()));
        let mut found = FoundFiles { files: Vec::new(), is_incomplete: listed.len() > MAX_FILES };
        for file in listed.into_iter().take(MAX_FILES) {
            if out_of_time() {
                found.is_incomplete = true;
                break;
            }
            let key = match self.key(folder, &file, out_of_time) {
                Err(_) if out_of_time() => {
                    found.is_incomplete = true;
                    break;
                }
                key => key?,
            };
            found.files.extend(key.map(|key| FoundFile { listed: file, key: key.text() }));
        }
        Ok(found)
    }

    /// As the scan computes it. `None` if the file is gone.
    fn key(
        &self,
        folder: &OpenFolder,
        file: &ListedFile,
        out_of_time: &mut dyn FnMut() -> bool,
    ) -> io::Result<Option<FileKey>> {
        let identity = match folder.open_file(&file.name) {
            Ok(Some((mut opened, stat))) => {
                identify_until(&mut opened, &stat, max_file_bytes(&self.fields), out_of_time)?
            }
            Ok(None) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => by_stat(&file.stat),
            Err(error) => return Err(error),
        };
        Ok(Some(FileKey::new(identity, &file.name)))
    }
}
