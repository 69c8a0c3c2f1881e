//! The key file: a header and one line per key, newest first, readable only by its owner.

use super::error::SecretsError;
use super::seal::Key;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use secrecy::{ExposeSecret, SecretBox};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_clock::Rng;

const HEADER: &str = "stormwire secret keys, newest first; keep a copy, but not where the backups of the database are";

pub(super) struct KeyFile {
    path: PathBuf,
}

/// Identifies a version of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileVersion {
    inode: u64,
    changed: (i64, i64),
    length: u64,
}

/// Allows one rotation at a time. Unlocks explicitly: closing the file is not enough, because a child process that is just
/// being spawned briefly holds a copy of the handle.
pub(super) struct RotationLock(File);

impl Drop for RotationLock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl KeyFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn version(&self) -> Result<FileVersion, SecretsError> {
        std::fs::metadata(&self.path).map(|found| version(&found)).map_err(|error| self.io_error(&error))
    }

    /// An error if that cannot be known, such as in a folder that may not be read.
    pub(super) fn exists(&self) -> Result<bool, SecretsError> {
        self.path.try_exists().map_err(|error| self.io_error(&error))
    }

    pub(super) fn read_or_create(&self, rng: &dyn Rng) -> Result<(FileVersion, Vec<Key>), SecretsError> {
        self.create_folder()?;
        if !self.exists()? {
            self.create(&[new_key(rng)]).map_err(|error| self.io_error(&error))?;
        }
        self.read()
    }

    /// Held during a rotation: two rotations at once would remove each other's keys.
    pub(super) fn lock_rotation(&self) -> Result<RotationLock, SecretsError> {
        let path = self.path.with_extension("lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path);
        let file = file.map_err(|error| self.io_error(&error))?;
        file.try_lock().map_err(|_| self.problem("another key rotation is running"))?;
        Ok(RotationLock(file))
    }

    /// Atomic, also if the machine crashes. An existing file is kept.
    fn create(&self, keys: &[Key]) -> std::io::Result<()> {
        let temporary = self.path.with_extension(format!("{}.new", std::process::id()));
        write_keys(&temporary, keys)?;
        let linked = std::fs::hard_link(&temporary, &self.path);
        std::fs::remove_file(&temporary)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => self.sync_folder(),
        }
    }

    fn sync_folder(&self) -> std::io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    pub(super) fn read(&self) -> Result<(FileVersion, Vec<Key>), SecretsError> {
        let mut file = File::open(&self.path).map_err(|error| self.io_error(&error))?;
        let found = file.metadata().map_err(|error| self.io_error(&error))?;
        if !found.is_file() {
            return Err(self.problem("not a regular file"));
        }
        if found.mode() & 0o077 != 0 {
            return Err(self.problem("other users can read this file; run `chmod 600` on it"));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| self.io_error(&error))?;
        let keys = parse(&text).ok_or_else(|| {
            self.problem("not a stormwire key file; restore the key file that belongs to this database")
        })?;
        Ok((version(&found), keys))
    }

    /// Keeps an existing file under another name: backups of the database may need its keys.
    pub(super) fn set_aside(&self, unix_seconds: i64) -> Result<Option<PathBuf>, SecretsError> {
        if !self.path.exists() {
            return Ok(None);
        }
        let kept = self.path.with_extension(format!("key.replaced-{unix_seconds}"));
        std::fs::rename(&self.path, &kept).map_err(|error| self.io_error(&error))?;
        Ok(Some(kept))
    }

    pub(super) fn create_folder(&self) -> Result<(), SecretsError> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.map_or(Ok(()), std::fs::create_dir_all).map_err(|error| self.io_error(&error))
    }

    /// Replaces all keys atomically.
    pub(super) fn replace(&self, keys: &[Key]) -> Result<(), SecretsError> {
        let temporary = self.path.with_extension("new");
        let replaced = (|| {
            match std::fs::remove_file(&temporary) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            write_keys(&temporary, keys)?;
            std::fs::rename(&temporary, &self.path)?;
            self.sync_folder()
        })();
        replaced.map_err(|error| self.io_error(&error))
    }

    fn io_error(&self, error: &std::io::Error) -> SecretsError {
        self.problem(&format!("cannot read or write this file: {error}"))
    }

    fn problem(&self, problem: &str) -> SecretsError {
        SecretsError::File { path: self.path.clone(), problem: problem.to_owned() }
    }
}

fn write_keys(path: &Path, keys: &[Key]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    writeln!(file, "{HEADER}")?;
    for key in keys {
        writeln!(file, "{} {}", key.name, STANDARD.encode(key.bytes.expose_secret()))?;
    }
    file.sync_all()
}

pub(super) fn new_key(rng: &dyn Rng) -> Key {
    let (mut name, mut bytes) = ([0; 4], [0; 32]);
    rng.fill(&mut name);
    rng.fill(&mut bytes);
    Key { name: format!("{:08x}", u32::from_be_bytes(name)), bytes: Arc::new(SecretBox::new(Box::new(bytes))) }
}

fn version(found: &Metadata) -> FileVersion {
    FileVersion { inode: found.ino(), changed: (found.mtime(), found.mtime_nsec()), length: found.len() }
}

fn parse(text: &str) -> Option<Vec<Key>> {
    let mut lines = text.lines();
    lines.next().filter(|header| header.starts_with("stormwire secret keys"))?;
    let keys: Option<Vec<Key>> = lines.map(parse_key_line).collect();
    keys.filter(|keys| !keys.is_empty())
}

fn parse_key_line(line: &str) -> Option<Key> {
    let (name, text) = line.split_once(' ')?;
    let bytes: [u8; 32] = STANDARD.decode(text.trim()).ok()?.try_into().ok()?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| Key { name: name.to_owned(), bytes: Arc::new(SecretBox::new(Box::new(bytes))) })
}
