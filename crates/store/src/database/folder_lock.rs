//! The lock that allows one service per SQLite folder. The operating system releases it when the process ends, also
//! after a crash.

use crate::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

const SERVICE_LOCK: &str = "stormwire.lock";
const MIGRATION_LOCK: &str = "migration.lock";

/// Held by `serve` while it runs.
#[derive(Debug)]
pub struct FolderLock {
    file: File,
}

/// Unlocks explicitly. Closing the file is not enough: a child process that is just being spawned briefly holds a copy of
/// the handle. The same goes for [`MigrationLock`].
impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl FolderLock {
    /// Takes the lock, or names its holder. Creates the folder if it is missing.
    pub fn acquire(folder: &Path) -> Result<Self, StoreError> {
        // `is_service_running` briefly takes the service lock, under this lock: it is never mistaken for a service.
        let _migration_lock = MigrationLock::acquire_blocking(folder)?;
        let mut file = open_lock_file(folder, SERVICE_LOCK)?;
        match file.try_lock() {
            Ok(()) => {
                // The process id is only for the error message; the lock itself decides.
                let written = file.set_len(0).and_then(|()| write!(file, "pid {}", std::process::id()));
                written.map_err(|error| lock_error(folder, &error))?;
                Ok(Self { file })
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let read = file.rewind().and_then(|()| file.read_to_string(&mut holder));
                read.map_err(|error| lock_error(folder, &error))?;
                Err(StoreError::InUse { folder: folder.to_owned(), holder })
            }
            Err(TryLockError::Error(error)) => Err(lock_error(folder, &error)),
        }
    }
}

/// Held while a process creates or migrates the tables, so that two commands on a new folder do not interfere.
pub(crate) struct MigrationLock {
    folder: PathBuf,
    file: File,
}

impl Drop for MigrationLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl MigrationLock {
    /// Blocks the thread until the lock is free.
    pub(crate) fn acquire_blocking(folder: &Path) -> Result<Self, StoreError> {
        let file = open_lock_file(folder, MIGRATION_LOCK)?;
        file.lock().map_err(|error| lock_error(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), file })
    }

    pub(crate) fn is_service_running(&self) -> Result<bool, StoreError> {
        let file = open_lock_file(&self.folder, SERVICE_LOCK)?;
        match file.try_lock() {
            Ok(()) => file.unlock().map(|()| false).map_err(|error| lock_error(&self.folder, &error)),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(lock_error(&self.folder, &error)),
        }
    }
}

fn open_lock_file(folder: &Path, name: &str) -> Result<File, StoreError> {
    // Only for its owner, because it contains password hashes. An administrator may widen the permissions.
    let created = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    created.map_err(|error| folder_error(folder, "cannot create this folder", &error))?;
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(folder.join(name));
    file.map_err(|error| folder_error(folder, &format!("cannot open {name} in this folder"), &error))
}

fn lock_error(folder: &Path, error: &std::io::Error) -> StoreError {
    folder_error(folder, "cannot lock this folder", error)
}

fn folder_error(folder: &Path, failed: &str, error: &std::io::Error) -> StoreError {
    let advice = match error.kind() {
        ErrorKind::PermissionDenied => {
            "; the user that runs stormwire must be able to write to it: run `chown -R USER FOLDER` or set another \
             database.url"
        }
        _ => "; check database.url",
    };
    StoreError::Folder { path: folder.to_owned(), problem: format!("{failed}: {error}{advice}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permission_error_names_the_folder_and_the_fix() {
        let error = std::io::Error::from(ErrorKind::PermissionDenied);
        let error = folder_error(Path::new("data"), "cannot open migration.lock in this folder", &error);
        assert_eq!(
            error.to_string(),
            "data: cannot open migration.lock in this folder: permission denied; the user that runs stormwire must be \
             able to write to it: run `chown -R USER FOLDER` or set another database.url"
        );
    }
}
