//! The working folder of a run: `{work}/{watcher}/{run}/`. Holds attachments while a message is processed.

use crate::error::WatcherError;
use crate::working_file::WorkingFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::{RunId, WatcherId};
use tokio::fs;

#[derive(Debug, Clone)]
pub(crate) struct WorkingFolder {
    path: PathBuf,
    clock: Arc<dyn Clock>,
}

/// Every file system accepts a name of this many bytes with a number in front.
const MAX_NAME_BYTES: usize = 180;

impl WorkingFolder {
    pub(crate) fn new(work: &Path, watcher_id: WatcherId, run_id: &RunId, clock: Arc<dyn Clock>) -> Self {
        Self { path: work.join(watcher_id.to_string()).join(run_id.as_str()), clock }
    }

    /// A new file for the attachment at this position in the message.
    pub(crate) async fn file(&self, position: usize, name: &str) -> Result<(PathBuf, WorkingFile), WatcherError> {
        let _outside = self.clock.outside();
        fs::create_dir_all(&self.path).await.map_err(|error| folder_error(&self.path, &error))?;
        let path = self.path.join(safe_name(position, name));
        let file = fs::File::create(&path).await.map_err(|error| folder_error(&path, &error))?;
        Ok((path, WorkingFile::new(file, self.clock.clone())))
    }

    /// The content of a file in it.
    pub(crate) async fn read(&self, path: &str) -> Result<Vec<u8>, WatcherError> {
        let _outside = self.clock.outside();
        fs::read(path).await.map_err(|error| folder_error(Path::new(path), &error))
    }

    /// Errors do not matter: the whole folder is removed later.
    pub(crate) async fn remove(&self, path: &Path) {
        let _outside = self.clock.outside();
        let _ = fs::remove_file(path).await;
    }

    /// Removes the folder and its contents. Does nothing if it does not exist.
    pub(crate) async fn delete_from_disk(&self) -> Result<(), WatcherError> {
        let _outside = self.clock.outside();
        match fs::remove_dir_all(&self.path).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(folder_error(&self.path, &error)),
            _ => Ok(()),
        }
    }
}

/// A working folder that exists on the disk.
#[derive(Debug, Clone)]
pub(crate) struct RunFolder {
    pub(crate) watcher_id: WatcherId,
    pub(crate) run_id: RunId,
}

pub(crate) async fn run_folders(work: &Path, clock: &dyn Clock) -> Result<Vec<RunFolder>, WatcherError> {
    let _outside = clock.outside();
    let mut found = Vec::new();
    for name in list_names(work).await? {
        let Ok(watcher_id) = name.parse() else { continue };
        let runs = list_names(&work.join(&name)).await?;
        found.extend(runs.into_iter().map(|run| RunFolder { watcher_id, run_id: RunId::new(run) }));
    }
    Ok(found)
}

/// The entries of a folder; none if it does not exist.
async fn list_names(folder: &Path) -> Result<Vec<String>, WatcherError> {
    let mut names = Vec::new();
    let mut entries = match fs::read_dir(folder).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        other => other.map_err(|error| folder_error(folder, &error))?,
    };
    while let Some(entry) = entries.next_entry().await.map_err(|error| folder_error(folder, &error))? {
        names.extend(entry.file_name().into_string().ok());
    }
    Ok(names)
}

/// The start of the text of every [`WatcherError::WorkingFolder`]. The health of a watcher recognizes it by that.
pub(crate) const WORKING_FOLDER_ERROR: &str = "cannot use the working folder ";

pub(crate) fn folder_error(path: &Path, error: &std::io::Error) -> WatcherError {
    WatcherError::WorkingFolder { path: path.display().to_string(), problem: error.to_string() }
}

/// A name that stays in the folder and is valid on every file system. The position makes equal names unique.
fn safe_name(position: usize, name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let replace = |c: char| if c.is_control() || "<>:\"|?*\0".contains(c) { '_' } else { c };
    let clean: String = last.chars().map(replace).collect();
    let clean = clean.trim().trim_start_matches('.');
    // Keep the extension, which shows the file type.
    let (stem, extension) = match clean.rsplit_once('.') {
        Some((stem, extension)) if (1..=16).contains(&extension.len()) => (stem, format!(".{extension}")),
        _ => (clean, String::new()),
    };
    let stem = &stem[..stem.floor_char_boundary(MAX_NAME_BYTES - extension.len())];
    let stem = if stem.is_empty() { "attachment" } else { stem };
    format!("{:03}-{stem}{extension}", position + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn safe_names_stay_in_the_folder() {
        for (name, expected) in [
            ("report.csv", "001-report.csv"),
            ("../../etc/passwd", "001-passwd"),
            ("C:\\Windows\\system.ini", "001-system.ini"),
            ("..", "001-attachment"),
            ("", "001-attachment"),
            (".hidden", "001-hidden"),
            ("a\0b\r\nc.txt", "001-a_b__c.txt"),
            ("größe ⚡.pdf", "001-größe ⚡.pdf"),
        ] {
            assert_eq!(safe_name(0, name), expected, "{name:?}");
        }
        let long = safe_name(1, &format!("{}.csv", "ü".repeat(2_000)));
        assert!(long.len() < 200 && long.ends_with("ü.csv"), "{}", long.len());
    }

    #[test]
    fn errors_of_the_working_folder_are_recognized_by_their_text() {
        let error = folder_error(Path::new("/srv/work/3/run"), &std::io::ErrorKind::StorageFull.into());
        assert!(error.to_string().starts_with(&format!("{WORKING_FOLDER_ERROR}/srv/work/3/run: ")), "{error}");
    }

    proptest! {
        #[test]
        fn any_name_becomes_one_short_path_segment(name: String, position in 0..1_000_usize) {
            let safe = safe_name(position, &name);
            prop_assert!(safe.len() <= 255 && !safe.contains(['/', '\\', '\0']) && safe.starts_with(|c: char| c.is_ascii_digit()));
            prop_assert_eq!(Path::new(&safe).components().count(), 1);
        }
    }
}
