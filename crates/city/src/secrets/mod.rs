//! Secrets at rest: sealed with a key from a file that only the owner can read.
//!
//! Owns the key file and the sealed form. A sealed text belongs to one place (table, row, column) and cannot be opened
//! anywhere else. Plain secrets come in and go out wrapped, so that no log line or answer prints them by accident.
//!
//! Whoever writes a sealed text touches the row first and seals then, inside the unit of work: that is what lets
//! [`rotate()`] take the old key away beside a running service.

mod error;
mod file;
mod rotate;
mod seal;

pub use error::SecretsError;
pub use rotate::{RotateError, rotate};

use file::{KeyFile, Stamp};
use seal::Key;
use secrecy::SecretString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_clock::Rng;
use stormwire_store::tables::sealed::SealedLocation;

/// The keys, as the file has them now.
#[derive(Clone)]
pub struct Secrets {
    file: Arc<KeyFile>,
    rng: Arc<dyn Rng>,
    known: Arc<Mutex<Known>>,
}

struct Known {
    stamp: Stamp,
    keys: Vec<Key>,
}

impl Secrets {
    /// Reads the key file, or makes it on the first start.
    pub fn load(path: PathBuf, rng: Arc<dyn Rng>) -> Result<Self, SecretsError> {
        let file = KeyFile::new(path);
        let (stamp, keys) = file.read_or_make(rng.as_ref())?;
        Ok(Self { file: Arc::new(file), rng, known: Arc::new(Mutex::new(Known { stamp, keys })) })
    }

    /// Whether the file can still be read.
    pub fn check(&self) -> Result<(), SecretsError> {
        self.keys().map(|_| ())
    }

    /// Seals a secret for its place with the newest key.
    pub fn seal(&self, place: &SealedLocation, plain: &SecretString) -> Result<String, SecretsError> {
        let keys = self.keys()?;
        let mut nonce = [0; 24];
        self.rng.fill(&mut nonce);
        Ok(seal::seal(&keys[0], place, nonce, plain))
    }

    /// Opens what was sealed for this place.
    pub fn open(&self, place: &SealedLocation, sealed: &str) -> Result<SecretString, SecretsError> {
        let name = seal::key_name(sealed).ok_or_else(|| SecretsError::Altered(place.to_string()))?;
        let keys = self.keys()?;
        let key = keys.iter().find(|key| key.name == name).ok_or_else(|| SecretsError::UnknownKey {
            place: place.to_string(),
            key: name.to_owned(),
            path: self.file.path().to_owned(),
        })?;
        seal::open(key, place, sealed).ok_or_else(|| SecretsError::Altered(place.to_string()))
    }

    /// The keys, read again when the file has changed: another process may be rotating them.
    fn keys(&self) -> Result<Vec<Key>, SecretsError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if self.file.stamp()? != known.stamp {
            let (stamp, keys) = self.file.read()?;
            *known = Known { stamp, keys };
        }
        Ok(known.keys.clone())
    }
}

#[cfg(test)]
mod tests;
