//! The folder's lock: at most one service on a SQLite folder. The operating system lets it go when the process ends,
//! however it ends.

use crate::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

const SERVICE: &str = "stormwire.lock";
const SETUP: &str = "migration.lock";

/// Held by `serve` as long as it lives.
#[derive(Debug)]
pub struct FolderLock {
    file: File,
}

/// By a word, not by closing the file: a program that is just being started elsewhere in this process holds a copy of the
/// handle for a moment. The same for [`SetupLock`].
impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl FolderLock {
    /// Takes the lock, or says who has it. The folder is made when it is missing.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        // Whoever only looks whether the lock is held does so in its turn, and so is never taken for a service.
        let _turn = SetupLock::wait(folder)?;
        let mut file = open_named(folder, SERVICE)?;
        match file.try_lock() {
            Ok(()) => {
                // The number is for people who read the refusal; the lock itself is the truth.
                let written = file.set_len(0).and_then(|()| write!(file, "pid {}", std::process::id()));
                written.map_err(|error| failed(folder, &error))?;
                Ok(Self { file })
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let read = file.rewind().and_then(|()| file.read_to_string(&mut holder));
                read.map_err(|error| failed(folder, &error))?;
                Err(StoreError::InUse { folder: folder.to_owned(), holder })
            }
            Err(TryLockError::Error(error)) => Err(failed(folder, &error)),
        }
    }
}

/// One at a time looks at the folder and brings its tables up to date, so that two commands on a new folder do not
/// trip over each other.
pub(crate) struct SetupLock {
    folder: PathBuf,
    file: File,
}

impl Drop for SetupLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl SetupLock {
    /// Waits for its turn. Blocks the thread.
    pub(crate) fn wait(folder: &Path) -> Result<Self, StoreError> {
        let file = open_named(folder, SETUP)?;
        file.lock().map_err(|error| failed(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), file })
    }

    /// Whether a service runs on the folder.
    pub(crate) fn service_runs(&self) -> Result<bool, StoreError> {
        let file = open_named(&self.folder, SERVICE)?;
        match file.try_lock() {
            Ok(()) => file.unlock().map(|()| false).map_err(|error| failed(&self.folder, &error)),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(failed(&self.folder, &error)),
        }
    }
}

fn open_named(folder: &Path, name: &str) -> Result<File, StoreError> {
    // For its owner alone: it holds the hashes of passwords. Whoever lets other programs in widens it on purpose.
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|error| failed(folder, &error))?;
    let path = folder.join(name);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    file.map_err(|error| failed(&path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Folder { path: path.to_owned(), problem: format!("cannot be used: {error}") }
}
