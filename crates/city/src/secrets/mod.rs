//! Secrets at rest: sealed (encrypted) with a key from a file that only its owner can read.
//!
//! Owns the key file and the sealed format. A sealed value belongs to one location (table, row, column) and cannot be
//! opened anywhere else. Plain secrets are `SecretString`, so that no log line or response prints them by accident.
//!
//! Code that writes a sealed value must touch the row first and then seal, inside the unit of work: this allows
//! [`rotate()`] to remove the old key while the service runs.

mod error;
mod file;
mod mac;
mod reset;
mod rotate;
mod seal;

pub use error::SecretsError;
pub use reset::{Removed, reset};
pub use rotate::{RotateError, rotate};

use file::{FileVersion, KeyFile, new_key};
use seal::Key;
use secrecy::SecretString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_clock::Rng;
use stormwire_store::tables::sealed::SealedLocation;

#[derive(Clone)]
pub struct Secrets {
    file: Arc<KeyFile>,
    rng: Arc<dyn Rng>,
    cached: Arc<Mutex<CachedKeys>>,
}

struct CachedKeys {
    /// `None` if the key is not in a file.
    version: Option<FileVersion>,
    keys: Vec<Key>,
}

impl Secrets {
    /// Reads the key file, or creates it on the first start.
    pub fn load(path: PathBuf, rng: Arc<dyn Rng>) -> Result<Self, SecretsError> {
        let file = KeyFile::new(path);
        let (version, keys) = file.read_or_create(rng.as_ref())?;
        Ok(Self::new(file, rng, CachedKeys { version: Some(version), keys }))
    }

    /// For commands that only read: without a key file they get a new key that is not stored, which opens nothing.
    pub fn load_for_reading(path: PathBuf, rng: Arc<dyn Rng>) -> Result<Self, SecretsError> {
        let file = KeyFile::new(path);
        let cached = if file.exists()? {
            let (version, keys) = file.read()?;
            CachedKeys { version: Some(version), keys }
        } else {
            CachedKeys { version: None, keys: vec![new_key(rng.as_ref())] }
        };
        Ok(Self::new(file, rng, cached))
    }

    fn new(file: KeyFile, rng: Arc<dyn Rng>, cached: CachedKeys) -> Self {
        Self { file: Arc::new(file), rng, cached: Arc::new(Mutex::new(cached)) }
    }

    /// Whether the file can still be read.
    pub fn check(&self) -> Result<(), SecretsError> {
        self.keys().map(|_| ())
    }

    /// Uses the newest key.
    pub fn seal(&self, location: &SealedLocation, plain: &SecretString) -> Result<String, SecretsError> {
        let keys = self.keys()?;
        let mut nonce = [0; 24];
        self.rng.fill(&mut nonce);
        Ok(seal::seal(&keys[0], location, nonce, plain))
    }

    pub fn open(&self, location: &SealedLocation, sealed: &str) -> Result<SecretString, SecretsError> {
        let name = seal::key_name(sealed).ok_or_else(|| SecretsError::Altered(location.to_string()))?;
        let keys = self.keys()?;
        let key = keys.iter().find(|key| key.name == name).ok_or_else(|| SecretsError::UnknownKey {
            location: location.to_string(),
            key: name.to_owned(),
            path: self.file.path().to_owned(),
        })?;
        seal::open(key, location, sealed).ok_or_else(|| SecretsError::Altered(location.to_string()))
    }

    /// A code that only holders of the key file can compute. `purpose` keeps the codes of different uses apart.
    pub fn authentication_code(&self, purpose: &str, text: &str) -> Result<String, SecretsError> {
        let keys = self.keys()?;
        Ok(mac::compute(&keys[0], purpose, text))
    }

    /// Accepts codes of all keys in the file, so that rotation does not invalidate them at once.
    pub fn is_authentic(&self, purpose: &str, text: &str, code: &str) -> Result<bool, SecretsError> {
        Ok(self.keys()?.iter().any(|key| mac::is_code(key, purpose, text, code)))
    }

    /// The keys, read again when the file has changed: another process may be rotating them.
    fn keys(&self) -> Result<Vec<Key>, SecretsError> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cached.version
            && self.file.version()? != known
        {
            let (version, keys) = self.file.read()?;
            *cached = CachedKeys { version: Some(version), keys };
        }
        Ok(cached.keys.clone())
    }
}

#[cfg(test)]
mod tests;
