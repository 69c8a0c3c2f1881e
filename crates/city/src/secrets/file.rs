//! The key file: a heading and one line per key, the newest first, readable by its owner alone.

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

const HEADING: &str = "stormwire secret keys, newest first; keep a copy where the database's copies are not";

pub(super) struct KeyFile {
    path: PathBuf,
}

/// Tells one version of the file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    inode: u64,
    changed: (i64, i64),
    length: u64,
}

/// The right to rotate. Given back by a word, not by closing the file: a program that is just being started elsewhere in
/// this process holds a copy of the handle for a moment.
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

    pub(super) fn stamp(&self) -> Result<Stamp, SecretsError> {
        std::fs::metadata(&self.path).map(|found| stamp(&found)).map_err(|error| self.refused(&error))
    }

    pub(super) fn read_or_make(&self, rng: &dyn Rng) -> Result<(Stamp, Vec<Key>), SecretsError> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| self.refused(&error))?;
        }
        if !self.path.exists() {
            self.make(&[new_key(rng)]).map_err(|error| self.refused(&error))?;
        }
        self.read()
    }

    /// Held while keys are being rotated: two rotations at once would take each other's keys away.
    pub(super) fn lock_rotation(&self) -> Result<RotationLock, SecretsError> {
        let path = self.path.with_extension("lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path);
        let file = file.map_err(|error| self.refused(&error))?;
        file.try_lock().map_err(|_| self.problem("another rotation is under way"))?;
        Ok(RotationLock(file))
    }

    /// Whole or not at all, also when the machine stops in the middle; a file that is there already stays.
    fn make(&self, keys: &[Key]) -> std::io::Result<()> {
        let beside = self.path.with_extension(format!("{}.new", std::process::id()));
        self.create(&beside, keys)?;
        let linked = std::fs::hard_link(&beside, &self.path);
        std::fs::remove_file(&beside)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => self.sync_folder(),
        }
    }

    fn sync_folder(&self) -> std::io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    pub(super) fn read(&self) -> Result<(Stamp, Vec<Key>), SecretsError> {
        let mut file = File::open(&self.path).map_err(|error| self.refused(&error))?;
        let found = file.metadata().map_err(|error| self.refused(&error))?;
        if !found.is_file() {
            return Err(self.problem("it cannot be used: it is not a file"));
        }
        if found.mode() & 0o077 != 0 {
            return Err(self.problem("others can read it; run chmod 600 on it"));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| self.refused(&error))?;
        let keys = parse(&text).ok_or_else(|| self.problem("it is not a key file of stormwire"))?;
        Ok((stamp(&found), keys))
    }

    /// Puts other keys in its place, all at once.
    pub(super) fn replace(&self, keys: &[Key]) -> Result<(), SecretsError> {
        let beside = self.path.with_extension("new");
        let replaced = (|| {
            match std::fs::remove_file(&beside) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            self.create(&beside, keys)?;
            std::fs::rename(&beside, &self.path)?;
            self.sync_folder()
        })();
        replaced.map_err(|error| self.refused(&error))
    }

    #[expect(clippy::unused_self, reason = "reads as part of the file's life")]
    fn create(&self, path: &Path, keys: &[Key]) -> std::io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        writeln!(file, "{HEADING}")?;
        for key in keys {
            writeln!(file, "{} {}", key.name, STANDARD.encode(key.bytes.expose_secret()))?;
        }
        file.sync_all()
    }

    fn refused(&self, error: &std::io::Error) -> SecretsError {
        self.problem(&format!("it cannot be used: {error}"))
    }

    fn problem(&self, problem: &str) -> SecretsError {
        SecretsError::File { path: self.path.clone(), problem: problem.to_owned() }
    }
}

pub(super) fn new_key(rng: &dyn Rng) -> Key {
    let (mut name, mut bytes) = ([0; 4], [0; 32]);
    rng.fill(&mut name);
    rng.fill(&mut bytes);
    Key { name: format!("{:08x}", u32::from_be_bytes(name)), bytes: Arc::new(SecretBox::new(Box::new(bytes))) }
}

fn stamp(found: &Metadata) -> Stamp {
    Stamp { inode: found.ino(), changed: (found.mtime(), found.mtime_nsec()), length: found.len() }
}

fn parse(text: &str) -> Option<Vec<Key>> {
    let mut lines = text.lines();
    lines.next().filter(|heading| heading.starts_with("stormwire secret keys"))?;
    let keys: Option<Vec<Key>> = lines.map(key).collect();
    keys.filter(|keys| !keys.is_empty())
}

fn key(line: &str) -> Option<Key> {
    let (name, text) = line.split_once(' ')?;
    let bytes: [u8; 32] = STANDARD.decode(text.trim()).ok()?.try_into().ok()?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| Key { name: name.to_owned(), bytes: Arc::new(SecretBox::new(Box::new(bytes))) })
}
