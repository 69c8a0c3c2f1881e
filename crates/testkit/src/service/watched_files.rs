//! A watched folder on disk.

use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use stormwire_store::tables::watcher::WatcherFields;
use tempfile::NamedTempFile;

/// Below the folder of the service: the only folder that it may read.
pub(super) const ROOT: &str = "files";

#[derive(Debug, Clone)]
pub struct WatchedFiles(PathBuf);

impl WatchedFiles {
    /// Creates a folder with this name, unless it exists.
    pub fn create(service_folder: &Path, name: &str) -> Self {
        let path = service_folder.join(ROOT).join(name);
        std::fs::create_dir_all(&path).expect("create the folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A disabled watcher of all files, which are complete at once.
    pub fn fields(&self) -> WatcherFields {
        let name = self.0.file_name().expect("a name").to_string_lossy();
        let fields = WatcherFields::of_files(name, self.0.display().to_string());
        WatcherFields { rescan_seconds: 1, stable_seconds: 0, process_existing: Some(true), ..fields }
    }

    /// Like a program that writes the file elsewhere and moves it here.
    pub fn put(&self, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) {
        let root = self.0.parent().expect("a root");
        let mut file = NamedTempFile::new_in(root).expect("create the file");
        file.write_all(content.as_ref()).expect("write the file");
        file.persist(self.0.join(name.as_ref())).expect("move the file");
    }

    /// Like a share that is not mounted. Returns where the folder is until [`Self::bring_back`].
    #[must_use]
    pub fn take_away(&self) -> Self {
        let away = self.0.with_extension("away");
        std::fs::rename(&self.0, &away).expect("rename the folder");
        Self(away)
    }

    /// Of a folder that was taken away.
    pub fn bring_back(&self, away: &Self) {
        std::fs::rename(&away.0, &self.0).expect("rename the folder");
    }

    /// Nothing can be moved to `Processed`, which must not exist yet, until [`Self::allow_filing`]. Not even a user who may write
    /// everywhere moves a file through a link.
    pub fn block_filing(&self) {
        symlink(self.0.join("nowhere"), self.0.join("Processed")).expect("create the link");
    }

    pub fn allow_filing(&self) {
        std::fs::remove_file(self.0.join("Processed")).expect("remove the link");
    }

    /// The names of the files in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names(&self.0)
    }

    /// The names of the files in `Processed`.
    pub fn processed(&self) -> Vec<String> {
        names(&self.0.join("Processed"))
    }

    /// The names of the files in `Failed`.
    pub fn failed(&self) -> Vec<String> {
        names(&self.0.join("Failed"))
    }
}

/// All files were moved to `Processed`, each once.
pub(super) fn assert_all_filed(folders: &[WatchedFiles], files: usize) {
    assert_eq!(folders.iter().map(|one| one.processed().len()).sum::<usize>(), files, "each file once");
    let others: Vec<String> = folders.iter().flat_map(|one| [one.names(), one.failed()].concat()).collect();
    assert_eq!(others, Vec::<String>::new(), "files that were not filed");
}

/// None if the folder does not exist.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.expect("read the folder"));
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
